import type { Row } from '../../kernel/collection'
import { catalogue } from '../../kernel/error-catalogue'
import {
  ApiError,
  type ErrorContext,
  type ErrorName,
  fail,
  failInvalid,
  type Problem,
} from '../../kernel/errors'
import { isObject } from '../../kernel/json'
import { fractionText } from '../../kernel/wire'
import type { Profile } from '../../options/profiles'
import { afterEarly } from '../faults/apply'
import { audit } from '../ledger/audit'
import type { EventRow } from '../resources/event/model'
import { inOwnVersion } from '../resources/event/record'
import type { RenderContext } from '../resources/record'
import { kindOf, renderById } from '../resources/registry'
import { isNumber } from '../resources/token/operations'
import { currentVersion } from '../versions/history'
import { showIn } from '../versions/index'
import type { World } from '../world'
import { calledAt, ownAddress } from './addresses'
import { print, printError, send, setHeader, warn } from './answer'
import { acceptInput, type CheckedInput, checkInput, emptied, ignoredParams } from './check-input'
import { isAboutNow, warnOfDates } from './clock-warning'
import type { AppContext } from './env'
import type { Parameters } from './form'
import { hintOfBody, hintOfUnknownId, hintsOf, hintsOfSource } from './hints'
import { idempotencyKeyOf, type RememberedAnswer, type Replay, recall, remember } from './idempotency'
import { inOrder, type ListInput, listObject, pageOf } from './lists'
import { inputOf } from './read-body'
import type { Call, Reply, Route } from './route'

/**
 * Checks an operation, before it is committed, against the rules that no operation may break (contract of the sandbox,
 * option `audit`): the books add up, and a charge has one event about its creation and one about its decision. An
 * operation that breaks a rule is undone, and the error names the rule.
 */
const proveAudited = (world: World): void => {
  const broken = [...audit(world), ...duplicateEvents(world)]
  if (broken.length > 0) throw fail('internal_error', {}, `audit: ${broken.slice(0, 3).join('; ')}`)
}

/** A charge is created and decided once. */
const uniqueEvents = new Set(['charge.create', 'charge.complete'])

const duplicateEvents = (world: World): readonly string[] =>
  world.pendingCommit.insertedIn(world.events).flatMap(({ id, key, charge }) => {
    if (!uniqueEvents.has(key) || charge === null) return []
    const events = world.events.by('charge', charge)
    for (let i = 0; i < events.length; i += 1)
      if (events.at(i).key === key && events.at(i).id !== id) return [`${charge} has the event ${key} twice`]
    return []
  })

/** Idempotency look-up, operation and remembered answer are one synchronous step, at one time. */
export const execute = (context: AppContext): Response | Promise<Response> => {
  const { timeline, journal } = context.env.backend
  const route = context.get('route')
  const world = context.get('world')
  const trace = context.get('trace')
  const before = world.latestCommit
  const response = timeline.still(() => {
    const input = inputOf(context)
    const given = route.removable === undefined ? input : emptied(input, route.removable)
    const checked = checkInput(route.input(), given)
    /** For idempotency: the parameters after the schema, or as they were sent if the schema refuses them. */
    const parsed = checked.success ? checked.data : given
    const named = idempotencyKeyIn(context, input)
    const key = world.profile.idempotencyKeys === 'kept' ? named : null
    const replay = key === null ? null : recall(world, key, parsed)
    if (replay !== null) return sendAgain(context, replay)
    // Saved in one commit: otherwise a retry after a crash could run the operation again.
    const outcome =
      key === null
        ? answer(context, input, checked)
        : world.commit(() => remember(world, key, parsed, answer(context, input, checked)))
    if (outcome.error === null) nameVersion(context)
    return send(context, outcome.status, outcome.body, outcome)
  })
  const commit = world.latestCommit
  if (commit === before) return response
  if (journal !== null)
    trace.made = {
      events: commit.insertedIn(world.events),
      transactions: commit.insertedIn(world.transactions),
      moves: commit.moves,
    }
  const isWatched = world.webhookFaults.length > 0 || world.probe !== null
  return isWatched ? afterEarly(context, response) : response
}

const sendAgain = (context: AppContext, { status, body, differs }: Replay): Response => {
  context.get('trace').isReplay = true
  setHeader(context, 'idempotent-replayed', 'true')
  if (differs) warn(context, 'this idempotency key was used with other parameters before')
  if (status < 400) nameVersion(context)
  return send(context, status, body)
}

/** Every successful answer names its version. */
const nameVersion = (context: AppContext): void =>
  setHeader(context, context.env.backend.settings.versionHeader, context.get('version'))

/** The key that identifies the operation; `null` without one. */
const idempotencyKeyIn = (context: AppContext, input: Parameters): string | null => {
  const { method, keyParam } = context.get('route')
  if (method !== 'post' && method !== 'patch') return null
  const param = keyParam === undefined ? undefined : input[keyParam]
  const key = context.req.header('idempotency-key') ?? (typeof param === 'string' ? param : '')
  return key === '' ? null : idempotencyKeyOf(context.req.method, context.req.path, key)
}

interface OperationAnswer extends RememberedAnswer {
  readonly error: ApiError | null
}

/**
 * Runs the operation and renders its answer in one commit: a record without a form in the version is undone. Of a
 * declined charge it gives the error, if the profile answers with it instead of the charge.
 */
const answer = (context: AppContext, input: Parameters, checked: CheckedInput): OperationAnswer => {
  const route = context.get('route')
  const world = context.get('world')
  const version = context.get('version')
  const { settings, timeline } = context.env.backend
  const { profile, profileForm } = settings
  const baseUrl = ownAddress(context)
  world.calledAt = baseUrl === settings.baseUrl ? null : baseUrl
  try {
    const schema = route.input()
    warnOfMistakes(context, input, ignoredParams(schema, input))
    const given = acceptInput(checked, route.invalid ?? 'bad_request')
    const accepted = route.method === 'get' ? inOrder(given, schema, profile.listOrder) : given
    const call = {
      world,
      id: context.req.param('id') ?? '',
      subId: context.req.param('sub_id') ?? '',
      input: accepted as never,
      renderContext: {
        livemode: world.livemode,
        now: timeline.now(),
        baseUrl,
        profileForm,
        calledAt: () => calledAt(context),
      },
      version,
    }
    const body = world.commit(() => {
      const reply = route.run(call)
      if (settings.audit && route.method !== 'get') proveAudited(world)
      if (reply.kind === 'one' && reply.decline !== null && profile.declines === 'error') return reply.decline
      if (reply.kind === 'found') for (const text of reply.found.warnings) warn(context, text)
      const newest = show(reply, call, context.req.path)
      if (isEmptied(reply, newest)) warnOfDates(context)
      const shown =
        profileForm === null ? newest : profileForm(newest, (accepted as ListInput).expand === true, false)
      return version === currentVersion ? shown : showIn(version, shown, call.renderContext.now)
    })
    if (body instanceof ApiError) return refused(context, body)
    return { status: 200, body: print(context, body), error: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isAboutNow(error)) warnOfDates(context)
    const unknown = hintOfUnknownId(context, error)
    if (unknown !== null) warn(context, unknown)
    for (const hint of hintsOf(error, input, context.get('trace').ignored)) warn(context, hint)
    return refused(context, errorAs(error, route, settings.profile))
  }
}

/** Names in headers what the operation does not read and what looks wrong. */
const warnOfMistakes = (context: AppContext, input: Parameters, ignored: readonly string[]): void => {
  context.get('trace').ignored = ignored
  const hint = ignored.length > 0 ? hintOfBody(context) : null
  if (hint !== null) warn(context, hint)
  const { testOnly, method, path } = context.get('route')
  if (testOnly === true && !context.get('world').livemode) warn(context, inTestModeOnly)
  if (method === 'post' && path === '/charges') for (const hint of hintsOfSource(input)) warn(context, hint)
  const isOfToken = context.get('route').host === undefined && !ignored.includes('card')
  if (isOfToken && isNumber(isObject(input.card) ? input.card.number : input.card))
    warn(
      context,
      `card is a card number, not a token: make a token at ${ownAddress(context, 'vault')}/tokens`,
    )
}

const inTestModeOnly =
  'this operation exists in test mode only: with a live key it is refused, and only the payer or the bank can do this'

const refused = (context: AppContext, error: ApiError): OperationAnswer => ({
  ...printError(context, error),
  error,
})

/** Replaces an error of the specification by the recorded one, if the profile says so. */
const errorAs = (error: ApiError, { method, path }: Route, profile: Profile): ApiError => {
  const { refusal, context, message } = error
  const operation = `${method} ${path}`
  const isRecapture = operation === 'post /charges/:id/capture' && refusal === 'invalid_charge_state'
  if (isRecapture && profile.recaptureError === 'failed_capture')
    return fail('failed_capture', context, message)
  const isRefund = operation === 'post /charges/:id/refunds' && refusalsOfRefund.has(refusal)
  if (isRefund && profile.refundError === 'failed_refund')
    return fail('failed_refund', context, profile.name === 'omise' ? refundTextOf(message) : message)
  const lacksAmount =
    operation === 'post /charges' && refusal === 'invalid_charge' && isAmountMissing(context)
  if (lacksAmount && profile.amountError === 'invalid_amount') return fail('invalid_amount', context, message)
  const { validation_errors: problems = [] } = context
  const hasFraction = operation === 'post /charges' && problems.some(isFraction)
  if (hasFraction && profile.amountError === 'invalid_amount')
    return failInvalid(
      'invalid_charge',
      problems.map((one) => (isFraction(one) ? { ...one, message: 'amount must be an integer' } : one)),
    )
  return error
}

const isFraction = ({ field, message }: Problem): boolean =>
  field === 'amount' && message === `amount ${fractionText}`

/** As recorded, where there is no better reason. */
const refundTextOf = (message: string): string =>
  message === catalogue.not_refundable.message ? "charge can't be refunded" : message

const refusalsOfRefund: ReadonlySet<ErrorName> = new Set(['not_refundable', 'insufficient_refundable_amount'])

/** Also when there are other problems. */
const isAmountMissing = ({ validation_errors: problems = [] }: ErrorContext): boolean =>
  problems.some(({ field, code }) => field === 'amount' && code === 'required')

/** Whether `from` and `to` leave nothing of a list that has records. */
const isEmptied = (reply: Reply, shown: object): boolean =>
  reply.kind === 'list' && reply.rows.length > 0 && 'total' in shown && shown.total === 0

/** A reply as JSON, in the form of the newest version; an event in that of its own. */
const show = (reply: Reply, call: Call<ListInput>, path: string): object => {
  if (reply.kind === 'plain') return reply.body
  const { world, renderContext, input } = call
  const render = (object: string, row: Row): object => {
    const kind = kindOf(object)
    const shown = kind.render(row, kind.related(world, row), renderContext)
    if (object === 'event') return inOwnVersion(row as EventRow, shown, renderContext)
    return input.expand === true ? expand(shown, Object.keys(kind.expandable), world, renderContext) : shown
  }
  if (reply.kind === 'one') return render(reply.object, reply.row)
  const location = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  if (reply.kind === 'found') {
    const { hits, frame } = reply.found
    const shown = {
      object: 'search',
      data: hits.map(({ object, row }) => render(object, row)),
      ...frame,
      location,
    }
    return input.expand === true ? expand(shown, ['export'], world, renderContext) : shown
  }
  const page = pageOf(reply.rows, input, renderContext.now)
  const data = page.rows.map((row) => render(reply.object, row))
  return listObject(page, location, data)
}

/** Replaces the ids in expandable fields by their records, one level deep. */
const expand = (
  shown: { readonly [field: string]: unknown },
  fields: readonly string[],
  world: World,
  renderContext: RenderContext,
): object => {
  const expanded: Record<string, unknown> = { ...shown }
  for (const field of fields) {
    const id = shown[field]
    if (typeof id === 'string') expanded[field] = renderById(world, id, renderContext) ?? id
  }
  return expanded
}
