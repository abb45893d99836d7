import { isObject } from '../../kernel/json'
import { listAnswer, type ToolAnswer, type ToolFacts } from '../../pages/agents/answer'
import { type Tool, type ToolCall, ToolError } from '../../pages/agents/tool'
import { cases } from '../check-webhook/cases'
import { contextFor, judgeReceiver, summary, unjudged, urlIn } from '../check-webhook/check-webhook'
import { isEvent } from '../check-webhook/plays'
import { type Given, keyOf } from '../command-line'
import { exploreCommand } from '../explore/command'
import { exploration } from '../explore/explore'
import { commandIn, exploreInput, reportAnswer } from './explore-tool'
import { count, flagsOf, type Inputs, inInputs, inToolWords, text } from './inputs'

/** The tools for agents that run commands and call receivers: `payment-sandbox mcp` has them, a server does not. */

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
      isReading: false,
      isDestructive: true,
      isOpen: true,
      run: async (call) => {
        const { input, signal, progress } = call
        const command = commandIn(input.command)
        const flags = flagsOf(call, exploreInput)
        if (isExploring)
          throw new ToolError('explore is running already: wait for its answer, or cancel that call')
        isExploring = true
        progress(0, undefined, 'the first run, without a failure')
        const tell = increasing(progress)
        try {
          const report = await exploration(withFlags(flags), command, {
            signal,
            onProgress: ({ done, due, stage }) => tell(done, done + due, stage),
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
      isReading: false,
      isDestructive: true,
      isOpen: true,
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

/** The protocol wants each report to be further than the one before. */
const increasing = (progress: ToolCall['progress']): ToolCall['progress'] => {
  let told = 0
  return (done, ...more) => {
    if (done > told) progress(done, ...more)
    told = done
  }
}

/** What `check_webhook` takes. */
const webhookInput: Inputs = {
  url: text('Address of the receiver'),
  handled: text('Address whose GET answers how many events it has acted on: shows if it acts twice'),
  secret: text('Its signing secret. Default: that of the sandbox'),
  old_secret: text('A second secret that it accepts'),
  metadata: {
    type: 'object',
    description: 'Metadata of the charge, such as {"order":"A-1001"}, of an unpaid order',
  },
  event: { type: 'object', description: 'Your own event, instead of made-up ones' },
  sandbox: text(
    'Running sandbox to make the charges on, such as `url` of sandbox_info: for a receiver that reads them there',
  ),
  timeout: count('Seconds to wait for each answer. Default: 10'),
  secret_encoding: text('`utf8` or `base64`. Default: as the profile'),
  header_prefix: text('The `Service` of `Service-Signature`. Default: that of the sandbox'),
  profile: text('`spec` or `omise`. Default: that of the sandbox'),
}

/** As `key=value`, which the command line takes. */
const metadataIn = (value: unknown): readonly string[] | undefined => {
  if (value === undefined) return undefined
  if (!isObject(value)) throw new ToolError('metadata must be an object such as {"order":"A-1001"}')
  return Object.entries(value).map(([name, one]) => `${name}=${String(one)}`)
}

/** Secret, headers and profile are those of the sandbox, unless they are given. */
const checkReceiver = async (call: ToolCall, withFlags: (flags: object) => Given): Promise<ToolAnswer> => {
  const { input, signal, progress } = call
  const own = flagsOf(call, webhookInput)
  const isKnown = own.sandbox !== undefined || (own.secret !== undefined && own.profile !== undefined)
  const info: ToolFacts = isKnown ? {} : await call.ask('GET', '/info')
  const prefix =
    !isKnown && own.profile === undefined ? { profile: info.profile, headerPrefix: info.header_prefix } : {}
  const flags = {
    secret: info.webhook_secret ?? undefined,
    ...prefix,
    ...own,
    metadata: metadataIn(input.metadata),
  }
  const given = withFlags(flags)
  const url = urlIn(String(input.url), 'url')
  const { event = null } = input
  if (event !== null && !isEvent(event))
    throw new ToolError('event must be an event, with id, key and data: find_records gives one by its id')
  let done = 0
  progress(done, cases.length, 'a signed event')
  const { verdicts, handled } = await judgeReceiver(url, await contextFor(given, url, event), ({ title }) => {
    signal.throwIfAborted()
    done += 1
    progress(done, cases.length, title)
  })
  const passed = verdicts.filter(({ result }) => result === 'handled').map((verdict) => verdict.case)
  const others = verdicts
    .filter(({ result, problem }) => result !== 'handled' && problem !== unjudged)
    .toSorted((a, b) => Number(b.result === 'not handled') - Number(a.result === 'not handled'))
  return listAnswer(
    `${summary(verdicts)}${passed.length === 0 ? '' : `\nhandled: ${passed.join(', ')}`}`,
    'cases',
    others.map(({ case: name, title, result, statuses, problem, advice }) => ({
      case: name,
      title,
      result,
      statuses,
      problem: inInputs(problem ?? '', webhookInput),
      ...(advice === null ? {} : { advice: inInputs(advice, webhookInput) }),
    })),
    { handled, handled_cases: passed },
    (one) =>
      [`${one.result}: ${one.title}: ${one.problem}`, ...(one.advice ? [`  ${one.advice}`] : [])].join('\n'),
  )
}
