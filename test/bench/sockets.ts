import type { LimitQuestion } from './limit'
import type { Load, Loaded } from './load'
import type { OurAnswer, OurQuestion } from './ours'
import { type Program, start } from './program'
import { alternate, median } from './rounds'
import { chargeForm, formType } from './shop'
import { atLeast, type Bound, type Row } from './table'

interface Pace {
  readonly pairs: number
  readonly ms: number
}

interface Scenario {
  readonly method: 'POST' | 'GET'
  /** How the README calls the requests. */
  readonly what: string
  /** In the store when a round begins. */
  readonly charges: number
  readonly gate: Bound
  readonly aim: Bound
}

const scenarios: readonly Scenario[] = [
  {
    method: 'POST',
    what: '`POST /charges` a second',
    charges: 0,
    gate: atLeast(0.3),
    aim: atLeast(0.45),
  },
  {
    method: 'GET',
    what: '`GET /charges/:id` a second',
    charges: 1000,
    gate: atLeast(0.45),
    aim: atLeast(0.6),
  },
]

const connections = 32

const requestOf = (method: Scenario['method'], { authorization, customer, charge }: OurAnswer): string => {
  const head = (line: string, ...more: string[]) =>
    [`${line} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: ${authorization}`, ...more, '', ''].join('\r\n')
  if (method === 'GET') return head(`GET /charges/${charge?.id}`)
  const body = chargeForm(customer)
  return `${head('POST /charges', `Content-Type: ${formType}`, `Content-Length: ${body.length}`)}${body}`
}

interface Bench {
  readonly load: Program<Load, Loaded>
  readonly limit: Program<LimitQuestion, number>
  readonly ours: Program<OurQuestion, OurAnswer>
}

/** Rounds before the first that counts: while the engine still compiles the code, chance decides. */
const warmUps = 5

const measure = async (
  { load, limit, ours }: Bench,
  { method, charges }: Scenario,
  { pairs, ms }: Pace,
): Promise<Pick<Row, 'ours' | 'limit' | 'ratio' | 'cpu'>> => {
  const { charge } = await ours.ask({ do: 'prepare', charges: 1 })
  if (charge === undefined) throw new Error('there is no charge')
  const limitPort = await limit.ask({ do: 'listen', charge })
  const about = await ours.ask({ do: 'prepare', charges })
  const asked = { connections, ms, request: requestOf(method, about) }
  const cpu = { ours: [] as number[], limit: [] as number[] }
  /** Requests per second, after a quarter of a round that does not count. */
  const round = async (port: number, cpuNow: () => Promise<number>, spent: number[]): Promise<number> => {
    await load.ask({ ...asked, port, ms: ms / 4 })
    const before = await cpuNow()
    const { perSecond, answers } = await load.ask({ ...asked, port })
    spent.push(((await cpuNow()) - before) / answers)
    return perSecond
  }
  const measured = await alternate(
    pairs,
    async () => {
      await ours.ask({ do: 'prepare', charges })
      return round(about.port, async () => (await ours.ask({ do: 'cpu' })).cpu, cpu.ours)
    },
    () => round(limitPort, () => limit.ask({ do: 'cpu' }), cpu.limit),
    warmUps,
  )
  const counted = (values: readonly number[]): number => median(values.slice(warmUps))
  return { ...measured, cpu: counted(cpu.limit) / counted(cpu.ours) }
}

/**
 * Both servers and the load, each in a process of its own, new for each scenario: rows that an earlier one left in memory
 * would slow down a later one.
 */
export const socketRows = async (pace: Pace, report: (row: Row) => void): Promise<void> => {
  for (const scenario of scenarios) {
    const bench: Bench = { load: start('load'), limit: start('limit'), ours: start('ours') }
    const { what, gate, aim } = scenario
    try {
      const measured = await measure(bench, scenario, pace)
      const page = { what, of: 'bare `node:http`' }
      report({ what: `${what}, ${connections} connections`, unit: 'per s', ...measured, gate, aim, page })
    } finally {
      for (const program of Object.values(bench)) program.stop()
    }
  }
}
