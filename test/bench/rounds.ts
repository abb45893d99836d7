/** How everything here is measured: this machine is noisy, but two rounds next to each other see the same noise. */
export interface Measured {
  /** Medians over all rounds. */
  readonly ours: number
  readonly limit: number
  /** Median of ours / limit over the pairs of neighbouring rounds. */
  readonly ratio: number
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** The first of a pair alternates, so that a machine that speeds up or slows down favours neither. */
export const alternate = async (
  pairs: number,
  ours: () => Promise<number> | number,
  limit: () => Promise<number> | number,
): Promise<Measured> => {
  const all: { ours: number; limit: number }[] = []
  // Pair 0 only warms up.
  for (let pair = 0; pair <= pairs; pair += 1) {
    const first = pair % 2 === 0 ? await limit() : await ours()
    const second = pair % 2 === 0 ? await ours() : await limit()
    if (pair > 0) all.push(pair % 2 === 0 ? { limit: first, ours: second } : { ours: first, limit: second })
  }
  return {
    ours: median(all.map((pair) => pair.ours)),
    limit: median(all.map((pair) => pair.limit)),
    ratio: median(all.map((pair) => pair.ours / pair.limit)),
  }
}

/** Median time of `work` in microseconds. `before` prepares each repetition and is not timed. */
export const timeOf = (times: number, work: () => void, before: () => void = () => {}): number => {
  const all: number[] = []
  for (let i = 0; i < times; i += 1) {
    before()
    const start = performance.now()
    work()
    all.push(performance.now() - start)
  }
  return 1000 * median(all)
}
