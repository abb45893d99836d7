import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LimitQuestion } from './limit'
import type { Load, Loaded } from './load'
import type { OurAnswer, OurQuestion } from './ours'
import { type Program, start } from './program'
import { alternate, median } from './rounds'
import { chargeForm, formType } from './shop'
import { atLeast, atMost, type Bound, type Row } from './table'

export interface Pace {
  readonly pairs: number
  readonly ms: number
  readonly manyCharges: number
}

interface Scenario {
  readonly what: string
  /** Default: 32. */
  readonly connections?: number
  /** In the store when a round begins; default: none. */
  readonly charges?: number
  readonly request: 'POST' | 'POST with a fresh key' | 'POST with one key' | 'GET'
  /** How the README calls the requests, if it shows the row. */
  readonly page?: string
  readonly gate: Bound
  readonly aim: Bound
}

const making = { request: 'POST', gate: atLeast(0.33), aim: atLeast(0.5) } as const
const reading = { request: 'GET', gate: atLeast(0.5), aim: atLeast(0.75) } as const
const replayed = { request: 'POST with one key', gate: atLeast(0.9), aim: atLeast(1.2) } as const

const scenarios = ({ manyCharges }: Pace): readonly Scenario[] => {
  const after = {
    what: `POST /charges, after ${manyCharges.toLocaleString('en')} charges`,
    charges: manyCharges,
  }
  return [
    { what: 'POST /charges, empty store', page: '`POST /charges` a second', ...making },
    { ...after, ...making },
    { what: 'POST /charges, fresh key', ...making, request: 'POST with a fresh key' },
    { what: 'POST /charges, empty store', connections: 1, ...making },
    { ...after, connections: 1, ...making },
    { what: 'GET /charges/:id', charges: 1000, page: '`GET /charges/:id` a second', ...reading },
    { what: 'POST /charges, replayed', ...replayed },
  ]
}

const requestOf = (kind: Scenario['request'], { authorization, customer, charge }: OurAnswer): string => {
  const head = (line: string, ...more: string[]) =>
    [`${line} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: ${authorization}`, ...more, '', ''].join('\r\n')
  if (kind === 'GET') return head(`GET /charges/${charge?.id}`)
  const body = chargeForm(customer)
  const key = {
    POST: [],
    'POST with a fresh key': ['Idempotency-Key: {n}'],
    'POST with one key': ['Idempotency-Key: 1'],
  }
  return `${head('POST /charges', `Content-Type: ${formType}`, `Content-Length: ${body.length}`, ...key[kind])}${body}`
}

interface Bench {
  readonly load: Program<Load, Loaded>
  readonly limit: Program<LimitQuestion, number>
  readonly ours: Program<OurQuestion, OurAnswer>
}

/**
 * Requests per second in a round, after a quarter of one that does not count; `spent` gets the processor time of one, and
 * `waited` the milliseconds within which 99 of 100 were answered.
 */
export const perSecond = async (
  load: Bench['load'],
  asked: Load,
  cpuNow: () => Promise<number>,
  spent: number[],
  waited: number[] = [],
): Promise<number> => {
  await load.ask({ ...asked, ms: asked.ms / 4 })
  const before = await cpuNow()
  const { perSecond: found, answers, p99 } = await load.ask(asked)
  waited.push(p99)
  spent.push(((await cpuNow()) - before) / answers)
  return found
}

/** Rounds before the first that counts: while the engine still compiles the code, chance decides. */
const warmUps = 5

const measure = async ({ load, limit, ours }: Bench, limitPort: number, scenario: Scenario, pace: Pace) => {
  const { connections = 32, charges = 0 } = scenario
  const about = await ours.ask({ do: 'prepare', charges })
  const request = requestOf(scenario.request, about)
  const cpu = { ours: [] as number[], limit: [] as number[] }
  const waits = { ours: [] as number[], limit: [] as number[] }
  const round = (port: number, cpuNow: () => Promise<number>, whose: keyof typeof cpu): Promise<number> =>
    perSecond(load, { port, connections, ms: pace.ms, request }, cpuNow, cpu[whose], waits[whose])
  const measured = await alternate(
    pace.pairs,
    async () => {
      await ours.ask({ do: 'prepare', charges })
      return round(about.port, async () => (await ours.ask({ do: 'cpu' })).cpu, 'ours')
    },
    () => round(limitPort, () => limit.ask({ do: 'cpu' }), 'limit'),
    warmUps,
  )
  const counted = (values: readonly number[]): number => median(values.slice(warmUps))
  const speed = { ...measured, cpu: counted(cpu.limit) / counted(cpu.ours) }
  return { speed, p99: { ours: counted(waits.ours), limit: counted(waits.limit) } }
}

/** What keeping the state in a file costs: ours with it, and ours without it as the limit. */
export const keptRows = async (pace: Pace, report: (row: Row) => void): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-bench-'))
  const load = start<Load, Loaded>('load')
  const kept = start<OurQuestion, OurAnswer>('ours')
  const plain = start<OurQuestion, OurAnswer>('ours')
  try {
    await kept.ask({ do: 'keep', file: join(folder, 'state') })
    const cpu = { ours: [] as number[], limit: [] as number[] }
    const round = async (ours: typeof kept, spent: number[]): Promise<number> => {
      const about = await ours.ask({ do: 'prepare', charges: 0 })
      const asked = { port: about.port, connections: 32, ms: pace.ms, request: requestOf('POST', about) }
      return perSecond(load, asked, async () => (await ours.ask({ do: 'cpu' })).cpu, spent)
    }
    const measured = await alternate(
      Math.max(pace.pairs, 9),
      () => round(kept, cpu.ours),
      () => round(plain, cpu.limit),
      warmUps,
    )
    const ratios = cpu.limit.map((limit, i) => limit / (cpu.ours[i] ?? Number.NaN)).slice(warmUps)
    report({
      what: 'POST /charges with --state, 32 connections; limit: without',
      unit: 'per s',
      ...measured,
      cpu: median(ratios),
      gate: atLeast(0.8),
      aim: atLeast(0.9),
    })
  } finally {
    for (const program of [load, kept, plain]) program.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Both servers and the load, each in a process of its own, new for each scenario: rows that an earlier one left in memory
 * would slow down a later one.
 */
export const socketRows = async (pace: Pace, report: (row: Row) => void): Promise<void> => {
  for (const scenario of scenarios(pace)) {
    const bench: Bench = { load: start('load'), limit: start('limit'), ours: start('ours') }
    try {
      const { charge } = await bench.ours.ask({ do: 'prepare', charges: 1 })
      if (charge === undefined) throw new Error('there is no charge')
      const limitPort = await bench.limit.ask({ do: 'listen', charge })
      const { speed, p99 } = await measure(bench, limitPort, scenario, pace)
      const { what, connections = 32, gate, aim, page } = scenario
      const title = `${what}, ${connections} connection${connections === 1 ? '' : 's'}`
      report({
        what: title,
        unit: 'per s',
        ...speed,
        gate,
        aim,
        ...(page === undefined ? {} : { page: { what: page, of: 'bare `node:http`' } }),
      })
      if (connections > 1 && scenario.request === 'POST')
        report({
          what: `${title}: 99 of 100 within`,
          unit: 'ms',
          ...p99,
          // It is judged by itself: the limit keeps nothing that would have to be collected.
          ratio: null,
          gate: atMost(20),
          aim: atMost(8),
        })
    } finally {
      for (const program of Object.values(bench)) program.stop()
    }
  }
}
