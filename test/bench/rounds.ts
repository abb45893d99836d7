/** How everything here is measured: this machine is noisy, but two rounds next to each other see the same noise. */
export interface Measured {
  /** Medians over all rounds. */
  readonly ours: number
  readonly limit: number
  /** Median of ours / limit over the pairs of neighbouring rounds. */
  readonly ratio: number
  /** How far those ratios are apart: half of the distance between their quartiles, as a share of their median. */
  readonly spread: number
}

const sorted = (values: readonly number[]): readonly number[] => [...values].sort((a, b) => a - b)

export const median = (values: readonly number[]): number => {
  const all = sorted(values)
  const middle = all.length >> 1
  const upper = all[middle] ?? Number.NaN
  return all.length % 2 === 1 ? upper : ((all[middle - 1] ?? upper) + upper) / 2
}

const spreadOf = (values: readonly number[]): number => {
  const all = sorted(values)
  const at = (share: number): number => all[Math.round(share * (all.length - 1))] ?? Number.NaN
  return (at(0.75) - at(0.25)) / 2 / median(values)
}

/** In ms of the processor: others on the machine do not count. */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** What the shell tells of all that it waited for: `0m1.500s 0m0.250s` -> 1750. */
export const cpuIn = (times: string): number =>
  [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (ms, [, m, s]) => ms + Number(m) * 60_000 + Number(s) * 1000,
    0,
  )

/** What rounds say that were measured in pairs. */
export const inPairs = (ours: readonly number[], limit: readonly number[]): Measured => {
  const ratios = ours.slice(0, limit.length).map((figure, round) => figure / (limit[round] ?? Number.NaN))
  return { ours: median(ours), limit: median(limit), ratio: median(ratios), spread: spreadOf(ratios) }
}

/**
 * The first of a pair alternates, so that a machine that speeds up or slows down favours neither. The pairs before the
 * first that counts only warm up.
 */
export const alternate = async (
  pairs: number,
  ours: () => Promise<number> | number,
  limit: () => Promise<number> | number,
  warmUps = 1,
): Promise<Measured> => {
  const all: { ours: number; limit: number }[] = []
  for (let pair = 0; pair < warmUps + pairs; pair += 1) {
    const first = pair % 2 === 0 ? await limit() : await ours()
    const second = pair % 2 === 0 ? await ours() : await limit()
    if (pair >= warmUps)
      all.push(pair % 2 === 0 ? { limit: first, ours: second } : { ours: first, limit: second })
  }
  return inPairs(
    all.map((pair) => pair.ours),
    all.map((pair) => pair.limit),
  )
}
