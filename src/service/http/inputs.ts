import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { documented } from '../../kernel/schema'
import { about, bool, int, oneOf, when } from '../../kernel/wire'
import type { Profile } from '../../options/profiles'

/** Parameters that many operations share. */
const orders = ['chronological', 'reverse_chronological'] as const

const expandInput = () => about('Show the objects in place of their ids, one level deep', z.optional(bool()))

/** Any list (spec 4.1). */
export const listInput = once(() =>
  z.object({
    limit: z.optional(
      documented(int({ min: limits.listPageSizeMin, max: limits.listPageSizeMax }), {
        default: limits.listPageSizeDefault,
        description: 'How many records a page has',
      }),
    ),
    offset: z.optional(
      documented(int({ min: 0 }), {
        default: limits.offsetDefault,
        description: 'How many records to skip',
      }),
    ),
    from: about('Only what was made then or later, in ISO 8601', z.optional(when())),
    to: about('Only what was made then or earlier, in ISO 8601', z.optional(when())),
    order: z.optional(
      documented(oneOf(orders), {
        default: 'reverse_chronological',
        description: 'Oldest or newest first',
      }),
    ),
    expand: expandInput(),
  }),
)
export type ListInput = z.output<ReturnType<typeof listInput>>

/** Reading one record. */
export const readInput = once(() => z.object({ expand: expandInput() }))

/** An operation without parameters. */
export const noInput = once(() => z.object({}))

/** Adds the list order of the profile to a list request without `order`. */
export const inOrder = <T>(input: T, schema: z.core.$ZodType, { listOrder }: Profile): T =>
  listOrder === 'reverse_chronological' || !(schema instanceof z.ZodMiniObject) || !('offset' in schema.shape)
    ? input
    : { order: listOrder, ...(input as T & object) }
