/** `check-webhook` as a tool for agents. */
import { isObject } from '../../kernel/json'
import { listAnswer, type ToolAnswer, type ToolFacts } from '../../pages/agents/answer'
import { type Tool, type ToolCall, ToolError } from '../../pages/agents/tool'
import { cases } from '../check-webhook/cases'
import { contextFor, judgeReceiver, summary, unjudged, urlIn } from '../check-webhook/check-webhook'
import { isEvent } from '../check-webhook/plays'
import type { Given } from '../command-line'
import { count, flagsOf, type Inputs, inInputs, inToolWords, text } from './inputs'

/** @param withFlags the command line with these flags */
export const checkWebhookTool = (withFlags: (flags: object) => Given): Tool => ({
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
})

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
