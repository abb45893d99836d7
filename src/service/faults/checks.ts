import * as z from 'zod/mini'
import { renamed, toCamelCase } from '../../kernel/text'
import { about } from '../../kernel/wire'

/** The checks that faults of requests and of deliveries have in common. */

/** The name of an option as its caller writes it: `delayMs` in the library, `delay_ms` for the control plane. */
export type Naming = (option: string) => string

export const inLibrary: Naming = (option) => option

/**
 * An option that may be left out, with the value that it has then.
 * @param text ends with the default: `. Default: every path`
 * @param usual may be what no caller can give, such as `null`
 */
export const withDefault = <T extends z.ZodMiniType, const U>(
  text: string,
  type: T,
  usual: z.core.util.NoUndefined<U>,
) => about(text, z._default(type as z.ZodMiniType<z.output<T> | U, z.input<T>>, usual))

export const count = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.int(error).check(z.minimum(min, error), z.maximum(max, error))
}

/** Which of the matches it is applied to. @param what they are */
export const turns = (what: string) => ({
  times: withDefault(`How many ${what} it is applied to. Default: 1`, count(1, 1_000_000), 1),
  after: withDefault(`How many matching ${what} pass first. Default: 0`, count(0, 1_000_000), 0),
})

/** @param effects the options that say what it does */
export const needsOneOf = (effects: object, name: Naming) => {
  const names = Object.keys(effects).map(name)
  return z.refine<Record<string, unknown>>(
    (fault) => names.some((effect) => Boolean(fault[effect])),
    `does nothing: give ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`,
  )
}

/**
 * Refuses options that do not go together.
 * @param blamed the name of the option that is wrong, as the caller writes it
 * @template F a fault with the names of the library
 */
export const refuse = <F>(blamed: string, why: string, isWrong: (fault: F) => boolean) =>
  z.refine<object>((fault) => !isWrong(renamed(fault, toCamelCase) as F), { error: why, path: [blamed] })
