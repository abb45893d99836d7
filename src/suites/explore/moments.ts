/** Moments at which two things overlap: `+5ms`, `-2 ticks`. A race shows at some of them only. */
import { deferred } from '../../kernel/deferred'
import { afterMs, pause, within } from '../../kernel/real-time'
import type { ExplorePoint, ExploreSpan } from '../../service/faults/kinds'

export const noSpan: ExploreSpan = { ms: 0, ticks: 0 }

/** As far as ticks are counted: what takes more waits for a timer, a socket or a disk. */
const ticksMax = 64

/** Close together at the start: a race lasts from a read to the write after it. */
const msSteps = [1, 3, 5, 9, 15, 25, 40, 65, 110, 200]
const tickSteps = [1, 2, 3, 5, 8, 11, 14, 18, 22]

const form = /^([+-])(\d{1,6})(ms| ticks?)$/

export const isMoment = (text: string): boolean => form.test(text)

/** Without a wait, real time says how busy the machine is, and no more. */
export const takesTime = ({ ticks }: ExploreSpan): boolean => ticks === 0 || ticks >= ticksMax

const upTo = (span: ExploreSpan, sign: '+' | '-'): readonly string[] => [
  ...tickSteps.filter((n) => n <= span.ticks).map((n) => `${sign}${n} ${n === 1 ? 'tick' : 'ticks'}`),
  ...msSteps.filter((n) => n < span.ms && takesTime(span)).map((n) => `${sign}${n}ms`),
]

/** The moments up to a span before and after. */
export const momentsIn = (before: ExploreSpan, after: ExploreSpan): readonly string[] => [
  ...upTo(before, '-'),
  ...upTo(after, '+'),
]

/** Waits as long as a moment says; `null` where one `await` is as long as that. */
export const waitFor = (moment: string | null): Promise<void> | null => {
  const [, , count, unit] = form.exec(moment ?? '') ?? []
  const length = Number(count ?? 1)
  if (unit === 'ms') return pause(length)
  return length > 1 ? ticksOf(length - 1) : null
}

const ticksOf = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) await null
}

/** How long one waits for the others, in ms of real time: a receiver may still be at work on what came before. */
const meetingMs = 200
/** What a receiver takes to accept a connection and to read the head of its request. */
const headMs = 2

/** For what begins at one moment over sockets: each, once it is connected, waits until all of them are. */
export const meetingOf = (count: number): (() => Promise<void>) => {
  const { promise, resolve } = deferred()
  let missing = count
  return async () => {
    missing -= 1
    if (missing === 0) afterMs(headMs, resolve)
    await within(meetingMs, promise)
  }
}

/** Measures from now. Returns a function that gives the span so far. */
export const startSpan = (): (() => ExploreSpan) => {
  const began = performance.now()
  let ticks = 0
  let isOver = false
  const count = async (): Promise<void> => {
    for (; ticks < ticksMax && !isOver; ticks += 1) await null
  }
  void count()
  return () => {
    isOver = true
    return { ms: performance.now() - began, ticks }
  }
}

/** How long what follows takes, up to the call of the function that it returns. */
export const measuring = (point: ExplorePoint, isSocket: boolean): (() => void) => {
  const end = startSpan()
  return () => {
    const { ms, ticks } = end()
    point.span = { ms, ticks: isSocket ? 0 : ticks }
  }
}

export const sumOf = (spans: readonly ExploreSpan[]): ExploreSpan => ({
  ms: spans.reduce((sum, { ms }) => sum + ms, 0),
  ticks: Math.min(
    ticksMax,
    spans.reduce((sum, { ticks }) => sum + ticks, 0),
  ),
})
