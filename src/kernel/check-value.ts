import * as z from 'zod/mini'
import { once } from './json'

const words = once(() => z.locales.en().localeError)

/**
 * Checks a value. A problem for which its schema has no words gets those of zod in English.
 *
 * @param how `jitless` for a schema that checks one value only: making code of it would cost more than it saves
 */
export const checkValue = <T>(
  schema: z.core.$ZodType<T>,
  value: unknown,
  how: { readonly jitless?: true } = {},
): z.core.util.SafeParseResult<T> => z.safeParse(schema, value, { ...how, error: (issue) => words()(issue) })
