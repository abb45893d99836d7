/** The tools for agents that run commands and call receivers: `payment-sandbox mcp` has them, a server does not. */
import { type Tool, ToolError } from '../pages/agents/tool'
import { exploration } from './explore'
import { exploreCommand } from './explore-command'
import { commandIn, exploreInput, reportAnswer } from './explore-tool'
import { type Given, keyOf } from './given'
import { flagsOf, inToolWords } from './tool-inputs'
import { cases } from './webhook-cases'
import { checkReceiver, webhookInput } from './webhook-tool'

/** @param given the options of `payment-sandbox mcp`: an exploration has those that it takes too */
export const commandTools = (given: Given): readonly Tool[] => {
  const shared = Object.values(exploreCommand.options ?? {})
    .flat()
    .map(keyOf)
  const own = Object.fromEntries(Object.entries(given.flags).filter(([name]) => shared.includes(name)))
  const withFlags = (flags: object): Given => ({ ...given, flags: { ...own, ...flags } })
  let isExploring = false
  return [
    {
      name: 'explore',
      title: 'Try every failure of a command',
      about:
        'Runs a command of the shop again and again, each time on a fresh sandbox with one failure: lost answers, late or doubled webhooks. Finds double charges, with the story of the run. It calls PAYMENT_SANDBOX_URL with PAYMENT_SANDBOX_SECRET_KEY, and ends with 0 when the shop is right.',
      of: [],
      takes: () => exploreInput,
      needs: ['command'],
      ...{ isReading: false, isDestructive: true, isOpen: true },
      run: async (call) => {
        const { input, signal, progress } = call
        const command = commandIn(input.command)
        const flags = flagsOf(call, exploreInput)
        if (isExploring)
          throw new ToolError('explore is running already: wait for its answer, or cancel that call')
        isExploring = true
        progress(0, undefined, 'the first run, without a failure')
        try {
          const report = await exploration(withFlags(flags), command, {
            signal,
            onProgress: ({ done, due, stage }) => progress(done, done + due, stage),
          })
          return reportAnswer(report, input.once === undefined ? undefined : String(input.once))
        } catch (error) {
          throw inToolWords(error, exploreInput)
        } finally {
          isExploring = false
        }
      },
    },
    {
      name: 'check_webhook',
      title: 'Check a webhook receiver',
      about: `Sends ${cases.length} hard cases to a receiver of webhooks, some of them forged, doubled or late, and says which it does not handle and what to change. Use it on a test instance.`,
      of: [],
      takes: () => webhookInput,
      needs: ['url'],
      ...{ isReading: false, isDestructive: true, isOpen: true },
      run: async (call) => {
        try {
          return await checkReceiver(call, withFlags)
        } catch (error) {
          throw inToolWords(error, webhookInput)
        }
      },
    },
  ]
}
