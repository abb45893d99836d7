import * as z from 'zod'
import { once } from '../kernel/json'
import { documented } from '../kernel/json-schema'
import { limits } from '../kernel/limits'
import { bool, int, oneOf, when } from '../kernel/wire'
import type { Profile } from '../profiles'

/** Parameters that many operations share. */
export const orders = ['chronological', 'reverse_chronological'] as const

const expandInput = () =>
  documented(bool(), { description: 'Show the objects in place of their ids, one level deep' }).optional()

/** Any list (spec 4.1). */
export const listInput = once(() =>
  z.object({
    limit: documented(int({ min: limits.listPageSizeMin, max: limits.listPageSizeMax }), {
      default: limits.listPageSizeDefault,
      description: 'How many records a page has',
    }).optional(),
    offset: documented(int({ min: 0 }), {
      default: limits.offsetDefault,
      description: 'How many records to skip',
    }).optional(),
    from: documented(when(), { description: 'Only what was made then or later, in ISO 8601' }).optional(),
    to: documented(when(), { description: 'Only what was made then or earlier, in ISO 8601' }).optional(),
    order: documented(oneOf(orders), {
      default: 'reverse_chronological',
      description: 'Oldest or newest first',
    }).optional(),
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
  listOrder === 'reverse_chronological' || !(schema instanceof z.ZodObject) || !('offset' in schema.shape)
    ? input
    : { order: listOrder, ...(input as T & object) }
