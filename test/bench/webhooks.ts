import type { Load, Loaded } from './load'
import { type Program, start } from './program'
import type { ReceiverQuestion, Receiving } from './receiver'
import { alternate, median } from './rounds'
import { chargeForm, formType } from './shop'
import { atLeast, atMost, type Row } from './table'
import type { ToldAnswer, ToldQuestion } from './told'

type Server = Program<ToldQuestion, ToldAnswer>

const answersAfterMs = 50
/** As many connections as one address gets at most. */
const connections = 16

const requestOf = ({ authorization, customer }: ToldAnswer): string => {
  const body = chargeForm(customer)
  const head = ['POST /charges HTTP/1.1', 'Host: 127.0.0.1', `Authorization: ${authorization}`]
  return [...head, `Content-Type: ${formType}`, `Content-Length: ${body.length}`, '', body].join('\r\n')
}

/** Microseconds per charge without a socket. What is to be delivered is queued in that time, and nothing is sent. */
const inProcess = async (told: Server, alone: Server, quick: boolean): Promise<Row> => {
  const [pairs, times] = quick ? [5, 300] : [11, 1000]
  const round = async (server: Server): Promise<number> => {
    await server.ask({ do: 'reset' })
    return (1000 * (await server.ask({ do: 'charge', times })).ms) / times
  }
  const measured = await alternate(
    pairs,
    () => round(told),
    () => round(alone),
  )
  const what = 'sandbox.fetch POST /charges with two webhooks; limit: without'
  return { what, unit: 'us', ...measured, gate: atMost(1.5), aim: atMost(1.2) }
}

/** Requests while deliveries go out beside them, in the same process. */
const overSockets = async (told: Server, alone: Server, quick: boolean): Promise<Row> => {
  const load = start<Load, Loaded>('load')
  const cpu = new Map<Server, number[]>()
  const round = async (server: Server): Promise<number> => {
    const about = await server.ask({ do: 'reset' })
    const asked = { port: about.port, connections: 1, request: requestOf(about) }
    await load.ask({ ...asked, ms: 200 })
    const before = (await server.ask({ do: 'ask' })).cpu
    const { perSecond, answers } = await load.ask({ ...asked, ms: quick ? 300 : 1000 })
    const spent = ((await server.ask({ do: 'ask' })).cpu - before) / answers
    cpu.set(server, [...(cpu.get(server) ?? []), spent])
    return perSecond
  }
  try {
    const measured = await alternate(
      quick ? 3 : 9,
      () => round(told),
      () => round(alone),
    )
    const spent = median(cpu.get(alone) ?? []) / median(cpu.get(told) ?? [])
    const what = 'POST /charges, 1 connection, while a slow and a dead receiver are told; limit: without'
    return { what, unit: 'per s', ...measured, cpu: spent, gate: atLeast(0.4), aim: atLeast(0.7) }
  } finally {
    load.stop()
  }
}

const flood = async (
  told: Server,
  receiver: Program<ReceiverQuestion, Receiving>,
  quick: boolean,
): Promise<readonly Row[]> => {
  const events = quick ? 1000 : 5000
  const from = performance.now()
  await told.ask({ do: 'flood', events })
  const { events: came, requests, connections: open } = await receiver.ask({ do: 'wait', events })
  const ours = performance.now() - from
  const { grown } = await told.ask({ do: 'ask' })
  if (came !== events || requests !== events)
    throw new Error(`${events} events were made, ${came} came in ${requests} requests`)
  const limit = (events * answersAfterMs) / connections
  const many = `${events.toLocaleString('en')} events to a receiver of ${answersAfterMs} ms, beside a dead one`
  return [
    {
      what: `${many}; limit: ${connections} at once`,
      unit: 'ms',
      ours,
      limit,
      ratio: ours / limit,
      // A queue of less than 512 is given fewer connections, so that few get out of order; of 1,000 that is half.
      gate: quick ? null : atMost(2),
      aim: quick ? null : atMost(1.4),
    },
    {
      what: `memory for them, ${open} connections at most`,
      unit: 'MB',
      ours: grown / 1024 / 1024,
      limit: null,
      ratio: null,
      gate: atMost(250),
      aim: atMost(150),
    },
  ]
}

/** What deliveries cost those who only ask the API, and what thousands of them cost at once. */
export const webhookRows = async (quick: boolean, report: (row: Row) => void): Promise<void> => {
  const receiver = start<ReceiverQuestion, Receiving>('receiver')
  const told = start<ToldQuestion, ToldAnswer>('told')
  const alone = start<ToldQuestion, ToldAnswer>('told')
  // A process of its own, which has not grown with other rounds.
  const flooded = start<ToldQuestion, ToldAnswer>('told')
  try {
    const { urls } = await receiver.ask({ do: 'listen', ms: answersAfterMs })
    await told.ask({ do: 'listen', webhook: urls })
    await alone.ask({ do: 'listen', webhook: [] })
    report(await inProcess(told, alone, quick))
    report(await overSockets(told, alone, quick))
    for (const server of [told, alone]) server.stop()
    await flooded.ask({ do: 'listen', webhook: urls })
    await receiver.ask({ do: 'forget' })
    for (const row of await flood(flooded, receiver, quick)) report(row)
  } finally {
    for (const program of [receiver, told, alone, flooded]) program.stop()
  }
}
