import * as z from 'zod/mini'
import { limits } from '../../kernel/limits'
import { count } from './checks'

/** The shortest and the longest time, in ms of real time, since the client waits. */
export type Delay = readonly [least: number, most: number]

export const delay = () => {
  const ms = () => count(0, limits.requestDelayMsMax)
  const pair = z
    .readonly(z.tuple([ms().check(z.meta({ title: 'least' })), ms().check(z.meta({ title: 'most' }))]))
    .check(z.refine(([from, to]) => from <= to, 'must be from the shortest to the longest: [100, 500]'))
  return z.union([ms(), pair], {
    error: (issue) =>
      Array.isArray(issue.input)
        ? 'must be the shortest and the longest time, such as [100, 500]'
        : `must be a whole number of milliseconds from 0 to ${limits.requestDelayMsMax}, or two of them`,
  })
}

export const delayOf = (ms: number | Delay): Delay => (typeof ms === 'number' ? [ms, ms] : ms)

/** One number if both are equal. */
export const shownDelay = ([least, most]: Delay = [0, 0]): number | Delay =>
  least === most ? least : [least, most]

export const delayText = (ms: number | Delay): string => {
  const [least, most] = delayOf(ms).map((one) => one.toLocaleString('en'))
  return least === most ? `${least} ms` : `${least} to ${most} ms`
}
