import { ApiError } from '../../kernel/errors'
import { isObject } from '../../kernel/json'
import { sendEarlyDeliveries } from '../faults/apply'
import { proveAudited } from '../ledger/audit'
import { looksLikeCardNumber } from '../resources/token/operations'
import { currentVersion } from '../versions/history'
import { showIn } from '../versions/index'
import { calledAddress, ownAddress } from './addresses'
import { print, printError, send } from './answer'
import { acceptInput, type CheckedInput, checkInput, emptied, ignoredParams } from './check-input'
import type { Exchange, OperationExchange } from './exchange'
import type { Parameters } from './form'
import { hintOfBody, hintOfUnknownId, hintsOf, hintsOfSource, isAboutNow, warnOfDates } from './hints'
import { idempotencyKeyIn, type RememberedAnswer, type Replay, recall, remember } from './idempotency'
import { inOrder, type ListInput } from './lists'
import { parametersOf } from './parameters'
import { errorAs } from './profile-errors'
import type { Call } from './route'
import { isEmptied, showReply } from './show-reply'

/** Idempotency look-up, operation and remembered answer are one synchronous step, at one time. */
export const execute = (exchange: OperationExchange): Response | Promise<Response> => {
  const { timeline, journal } = exchange.backend
  const { route, world } = exchange
  const before = world.latestCommit
  const response = timeline.atOneTime(() => {
    const sent = parametersOf(exchange)
    const input = route.removable === undefined ? sent : emptied(sent, route.removable)
    const checked = checkInput(route.input(), input)
    /** For idempotency: the parameters after the schema, or as they were sent if the schema refuses them. */
    const parsed = checked.success ? checked.data : input
    const named = idempotencyKeyIn(exchange, sent)
    const key = world.profile.idempotencyKeys === 'kept' ? named : null
    const replay = key === null ? null : recall(world, key, parsed)
    if (replay !== null) return sendAgain(exchange, replay)
    // Saved in one commit: otherwise a retry after a crash could run the operation again.
    const answer =
      key === null
        ? runOperation(exchange, sent, checked)
        : world.commit(() => remember(world, key, parsed, runOperation(exchange, sent, checked)))
    if (answer.error === null) nameVersion(exchange)
    return send(exchange, answer.status, answer.body, answer)
  })
  const commit = world.latestCommit
  if (commit === before) return response
  if (journal !== null)
    exchange.made = {
      events: commit.insertedIn(world.events),
      transactions: commit.insertedIn(world.transactions),
      moves: commit.moves,
    }
  const isWatched = world.webhookFaults.length > 0 || world.probe !== null
  return isWatched ? sendEarlyDeliveries(exchange, response) : response
}

const sendAgain = (exchange: Exchange, { status, body, differs }: Replay): Response => {
  exchange.isReplay = true
  exchange.headers['idempotent-replayed'] = 'true'
  if (differs) exchange.warnings.push('this idempotency key was used with other parameters before')
  if (status < 400) nameVersion(exchange)
  return send(exchange, status, body)
}

/** Every successful answer names its version. */
const nameVersion = ({ backend, headers, version }: Exchange): void => {
  headers[backend.settings.versionHeader] = version
}

/**
 * Runs the operation and renders its answer in one commit: a record without a form in the version is undone. Of a
 * declined charge it gives the error, if the profile answers with it instead of the charge.
 */
const runOperation = (
  exchange: OperationExchange,
  sent: Parameters,
  checked: CheckedInput,
): RememberedAnswer & { readonly error: ApiError | null } => {
  const { req, backend, route, world, version, warnings } = exchange
  const { settings, timeline } = backend
  const { profile, profileForm } = settings
  const baseUrl = ownAddress(exchange)
  world.baseUrlOfCall = baseUrl === settings.baseUrl ? null : baseUrl
  try {
    const schema = route.input()
    exchange.ignored = ignoredParams(schema, sent)
    warnOfMistakes(exchange, sent)
    const accepted = acceptInput(checked, route.invalid ?? 'bad_request')
    const input = route.method === 'get' ? inOrder(accepted, schema, profile.listOrder) : accepted
    const call: Call<never> = {
      world,
      id: req.param('id') ?? '',
      subId: req.param('sub_id') ?? '',
      input: input as never,
      renderContext: {
        livemode: world.livemode,
        now: timeline.now(),
        baseUrl,
        profileForm,
        calledAddress: () => calledAddress(exchange),
      },
      version,
    }
    const body = world.commit(() => {
      const reply = route.run(call)
      if (settings.audit && route.method !== 'get') proveAudited(world)
      if (reply.kind === 'one' && reply.decline !== null && profile.declines === 'error') return reply.decline
      if (reply.kind === 'found') warnings.push(...reply.found.warnings)
      const newest = showReply(reply, call, req.path)
      if (isEmptied(reply, newest)) warnOfDates(exchange)
      const shown =
        profileForm === null ? newest : profileForm(newest, (input as ListInput).expand === true, false)
      return version === currentVersion ? shown : showIn(version, shown, call.renderContext.now)
    })
    if (body instanceof ApiError) return printError(exchange, body)
    return { status: 200, body: print(exchange, body), error: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isAboutNow(error)) warnOfDates(exchange)
    const unknown = hintOfUnknownId(exchange, error)
    if (unknown !== null) warnings.push(unknown)
    warnings.push(...hintsOf(error, sent, exchange.ignored))
    return printError(exchange, errorAs(error, route, profile))
  }
}

/** Says what looks wrong, though the operation may succeed. */
const warnOfMistakes = (exchange: OperationExchange, sent: Parameters): void => {
  const { route, world, ignored, warnings } = exchange
  const { testOnly, method, path, host } = route
  const hint = ignored.length > 0 ? hintOfBody(exchange) : null
  if (hint !== null) warnings.push(hint)
  if (testOnly === true && !world.livemode) warnings.push(inTestModeOnly)
  if (method === 'post' && path === '/charges') warnings.push(...hintsOfSource(sent))
  const isOfToken = host === undefined && !ignored.includes('card')
  if (isOfToken && looksLikeCardNumber(isObject(sent.card) ? sent.card.number : sent.card))
    warnings.push(
      `card is a card number, not a token: make a token at ${ownAddress(exchange, 'vault')}/tokens`,
    )
}

const inTestModeOnly =
  'this operation exists in test mode only: with a live key it is refused, and only the payer or the bank can do this'
