import { fail } from '../kernel/errors'
import { hash } from '../kernel/hash'
import { limits } from '../kernel/limits'
import type { World } from '../world'
import type { Parameters } from './body'

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

/** One operation of one key: the same key on another path is another operation. */
export const operationOf = (method: string, path: string, key: string): string => `${method} ${path} ${key}`

const fingerprintOf = (input: Parameters): number => hash(JSON.stringify(input))

export const recall = (world: World, operation: string, input: Parameters): Replay | null => {
  const found = world.idempotencyKeys.get(operation)
  if (found === undefined || found.createdAt <= world.now() - limits.idempotencyLifetimeMs) return null
  return { status: found.status, body: found.body, differs: found.fingerprint !== fingerprintOf(input) }
}

/** Called in the same synchronous step as the operation, so that two requests can never both run. */
export const remember = (
  world: World,
  operation: string,
  input: Parameters,
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
      fingerprint: fingerprintOf(input),
    })
  })
}
