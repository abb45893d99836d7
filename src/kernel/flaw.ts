import * as z from 'zod/mini'
import type { ErrorName } from './errors'

/** What is wrong with a value, for schemas that convert it. */
export interface ValueFlaw {
  readonly text: string
  /** Of the part that has the flaw, where it is not the value itself. */
  readonly path?: readonly PropertyKey[]
  readonly code?: string
  /** An error of its own instead of the operation's usual one. */
  readonly error?: ErrorName
  /** The text is the whole message. */
  readonly whole?: boolean
}

/** What a conversion is given beside the value: where it reports what is wrong. */
export type Conversion = z.core.ParsePayload

/** Reports a problem with a value, within a conversion. */
export const flawed = (context: Conversion, { path = [], ...flaw }: ValueFlaw): typeof z.NEVER => {
  context.issues.push({
    code: 'custom',
    message: flaw.text,
    path: [...path],
    params: flaw,
    input: context.value,
  })
  return z.NEVER
}
