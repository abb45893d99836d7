import * as z from 'zod'
import { once } from '../kernel/json'
import { limits } from '../kernel/limits'
import { bool, int, oneOf, when } from '../kernel/wire'

/** Parameters that many operations share. */
export const orders = ['chronological', 'reverse_chronological'] as const

/** Any list (spec 4.1). */
export const listInput = once(() =>
  z.object({
    limit: int({ min: limits.listPageSizeMin, max: limits.listPageSizeMax }).optional(),
    offset: int({ min: 0 }).optional(),
    from: when().optional(),
    to: when().optional(),
    order: oneOf(orders).optional(),
    expand: bool().optional(),
  }),
)
export type ListInput = z.output<ReturnType<typeof listInput>>

/** One record, read. */
export const readInput = once(() => z.object({ expand: bool().optional() }))

/** An operation without parameters. */
export const noInput = once(() => z.object({}))
