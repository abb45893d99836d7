import { fail } from '../../kernel/errors'
import { hash } from '../../kernel/ids'
import { limits } from '../../kernel/limits'
import type { World } from '../world'
import type { OperationExchange } from './exchange'
import type { Parameters } from './form'

/** The answer to a request with an Idempotency-Key (spec 4.1; assumption `idempotency-scope`). */
export interface RememberedAnswer {
  readonly status: number
  readonly body: string
}

export interface Replay extends RememberedAnswer {
  /** Whether this request has other parameters than the first one with its key. */
  readonly differs: boolean
}

/**
 * The key that identifies the operation, with its method and path; `null` without one.
 * @throws ApiError for a key that is too long
 */
export const idempotencyKeyIn = ({ req, route }: OperationExchange, sent: Parameters): string | null => {
  const { method, keyParam } = route
  if (method !== 'post' && method !== 'patch') return null
  const param = keyParam === undefined ? undefined : sent[keyParam]
  const key = req.header('idempotency-key') ?? (typeof param === 'string' ? param : '')
  if (key === '') return null
  if (key.length > limits.idempotencyKeyLengthMax)
    throw fail(
      'bad_request',
      {},
      `idempotency key is too long (maximum is ${limits.idempotencyKeyLengthMax} characters)`,
    )
  return `${req.method} ${req.path} ${key}`
}

/**
 * Equal for equal parameters in every order and encoding: a form encodes numbers and booleans as text, and lists by
 * index.
 */
const fingerprintOf = (parsed: unknown): number => hash(JSON.stringify(inOneForm(parsed)))

const inOneForm = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, inOneForm(member)])
}

/** @param parsed the parameters after the schema of the operation */
export const recall = (world: World, operation: string, parsed: unknown): Replay | null => {
  const found = world.idempotencyKeys.get(operation)
  if (found === undefined || found.createdAt <= world.now() - limits.idempotencyLifetimeMs) return null
  return { status: found.status, body: found.body, differs: found.fingerprint !== fingerprintOf(parsed) }
}

/**
 * Called in the same synchronous step as the operation, so that two requests with one key never both run. An answer 5xx
 * is not kept, so that a retry runs the operation again.
 */
export const remember = <A extends RememberedAnswer>(
  world: World,
  operation: string,
  parsed: unknown,
  answer: A,
): A => {
  if (answer.status >= 500) return answer
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
  return answer
}
