import type { EmulateQuestion } from './emulate'
import type { Load, Loaded } from './load'
import type { OurAnswer, OurQuestion } from './ours'
import { start } from './program'
import { fromRegistry, nodeOf } from './registry'
import { alternate, median } from './rounds'
import { formType } from './shop'
import { type Pace, perSecond } from './sockets'
import { atLeast, type Row } from './table'

const connections = 32
const form = 'email=somchai%40example.com&description=Order+384&metadata%5Border_id%5D=384'

/** It answers 403 after 5,000 requests of a token in an hour. */
const emulateKey = 'Bearer sk_test_{lot}'

const requestOf = (path: string, authorization: string): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: ${authorization}`,
    `Content-Type: ${formType}`,
    `Content-Length: ${form.length}`,
    '',
    form,
  ].join('\r\n')

/**
 * PendingRecord customers, against the nearest peer that keeps what it makes. It checks no key and makes no event of a
 * customer. Both run on Node 24, since it runs on no older one.
 *
 * Four times as many, which is the gate, is hardly in reach: a server that only reads the form and answers a fixed
 * customer makes 5.1 times as many on bare `node:http`, and 4.6 times as many through Hono's adapter, in 20 us of the
 * processor where it takes 105. So 6 us would be left for all that ours does with a request beside that. It takes 18: 6
 * for the customer and its event, 4 for the form and its check, 2 each for the answer as JSON, for the journal and for the
 * collector, and the rest for key, version, faults and the objects between them.
 */
export const customerRows = async (pace: Pace, report: (row: Row) => void): Promise<void> => {
  const modules = fromRegistry('emulate@0.12.2')
  const node = nodeOf(24)
  const load = start<Load, Loaded>('load')
  const ours = start<OurQuestion, OurAnswer>('ours', node)
  const emulate = start<EmulateQuestion, { readonly port: number; readonly cpu: number }>('emulate', node)
  const cpu = { ours: [] as number[], limit: [] as number[] }
  const asked = { connections, ms: pace.ms }
  try {
    const { port } = await emulate.ask({ do: 'listen', modules })
    const measured = await alternate(
      pace.pairs,
      async () => {
        const about = await ours.ask({ do: 'prepare', charges: 0 })
        const request = requestOf('/customers', about.authorization)
        const cpuNow = async () => (await ours.ask({ do: 'cpu' })).cpu
        return perSecond(load, { ...asked, port: about.port, request }, cpuNow, cpu.ours)
      },
      async () => {
        await emulate.ask({ do: 'reset' })
        const cpuNow = async () => (await emulate.ask({ do: 'cpu' })).cpu
        const request = requestOf('/v1/customers', emulateKey)
        return perSecond(load, { ...asked, port, request }, cpuNow, cpu.limit)
      },
    )
    report({
      what: `POST /customers, empty store, ${connections} connections, Node 24; limit: emulate`,
      unit: 'per s',
      ...measured,
      cpu: median(cpu.limit) / median(cpu.ours),
      gate: atLeast(4),
      aim: atLeast(5),
      page: { what: '`POST /customers` a second', of: 'emulate 0.12' },
    })
  } finally {
    for (const program of [load, ours, emulate]) program.stop()
  }
}
