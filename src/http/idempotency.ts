import { fail } from '../kernel/errors'
import { hash } from '../kernel/hash'
import { limits } from '../kernel/limits'
import type { World } from '../world'

/** What a request with an Idempotency-Key was or is answered (spec 4.1; assumption `idempotency-scope`). */
export interface RememberedAnswer {
  readonly status: number
  readonly body: string
}

export interface Replay extends RememberedAnswer {
  /** The key came with other parameters this time. */
  readonly differs: boolean
}

export const checkKey = (key: string): void => {
  if (key.length > limits.idempotencyKeyLengthMax)
    throw fail(
      'bad_request',
      {},
      `idempotency key is too long (maximum is ${limits.idempotencyKeyLengthMax} characters)`,
    )
}

/** One operation of one key: the same key on another path is another operation; a trailing slash is none. */
export const operationOf = (method: string, path: string, key: string): string =>
  `${method} ${path.replace(/\/$/, '')} ${key}`

/**
 * The same for the same parameters, whatever their order and encoding: a form writes numbers and booleans as text, and
 * lists by their places.
 */
const fingerprintOf = (parsed: unknown): number => hash(JSON.stringify(inOneForm(parsed)))

const inOneForm = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, inOneForm(member)])
}

/** `parsed` are the parameters as the operation reads them. */
export const recall = (world: World, operation: string, parsed: unknown): Replay | null => {
  const found = world.idempotencyKeys.get(operation)
  if (found === undefined || found.createdAt <= world.now() - limits.idempotencyLifetimeMs) return null
  return { status: found.status, body: found.body, differs: found.fingerprint !== fingerprintOf(parsed) }
}

/** Called in the same synchronous step as the operation, so that two requests can never both run. */
export const remember = (
  world: World,
  operation: string,
  parsed: unknown,
  answer: RememberedAnswer,
): void => {
  if (answer.status >= 500 || answer.status === 429) return
  world.commit(() => {
    world.idempotencyKeys.forgetBefore(world.now() - limits.idempotencyLifetimeMs + 1)
    world.idempotencyKeys.insert({
      id: operation,
      createdAt: world.now(),
      status: answer.status,
      body: answer.body,
      fingerprint: fingerprintOf(parsed),
    })
  })
}
