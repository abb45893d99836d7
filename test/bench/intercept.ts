import https from 'node:https'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { intercept } from '../../src/suites/intercept/intercept'
import { alternate } from './rounds'
import { formType, openShop } from './shop'
import { atMost, type Row } from './table'

interface Sent {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string
}

const api = 'https://api.omise.co'

const viaFetch = async (url: string, sent: Sent): Promise<string> => (await fetch(url, sent)).text()

const viaNode = (url: string, { body, ...options }: Sent): Promise<string> =>
  new Promise((resolve, reject) => {
    const sending = https.request(url, options, async (incoming) => {
      let text = ''
      for await (const chunk of incoming.setEncoding('utf8')) text += chunk
      resolve(text)
    })
    sending.once('error', reject).end(body)
  })

/** Microseconds per call of `work`, one after the other. */
const each = async (times: number, work: () => Promise<string>): Promise<number> => {
  const start = performance.now()
  for (let i = 0; i < times; i += 1) await work()
  return (1000 * (performance.now() - start)) / times
}

/** An intercepted call, against the same one by `sandbox.fetch`, and against one by msw that ends at the same sandbox. */
export const interceptRows = async (quick: boolean): Promise<readonly Row[]> => {
  const { sandbox, form } = await openShop()
  const headers = { authorization: sandbox.authorization.secret, 'content-type': formType }
  const sent = { method: 'POST', headers, body: form }
  const [pairs, times] = quick ? [11, 400] : [21, 500]
  const during = async (call: typeof viaFetch): Promise<number> => {
    const { stop } = intercept(sandbox, 'omise')
    const cost = await each(times, () => call(`${api}/charges`, sent))
    stop()
    return cost
  }
  const underMsw = async (call: typeof viaFetch): Promise<number> => {
    const answer = async ({ request }: { readonly request: Request }) => {
      const { method, headers } = request
      const url = `${sandbox.url}${new URL(request.url).pathname}`
      const made = await sandbox.fetch(url, { method, headers, body: await request.text() })
      return new HttpResponse(await made.text(), { status: made.status, headers: made.headers })
    }
    const server = setupServer(http.all(`${api}/*`, answer))
    server.listen()
    const cost = await each(times, () => call(`${api}/charges`, sent))
    server.close()
    return cost
  }
  const direct = () => each(times, async () => (await sandbox.fetch(`${sandbox.url}/charges`, sent)).text())
  const rows: Row[] = []
  for (const { name, call, bound } of [
    { name: 'fetch', call: viaFetch, bound: 2 },
    { name: 'node:https', call: viaNode, bound: 3.5 },
  ]) {
    const ours = () => during(call)
    const what = `intercepted POST /charges by ${name}, against`
    const unit = 'us'
    const compared = {
      direct: await alternate(pairs, ours, direct),
      msw: await alternate(pairs, ours, () => underMsw(call)),
    }
    rows.push({ what: `${what} sandbox.fetch`, unit, ...compared.direct, gate: atMost(bound), aim: null })
    rows.push({
      what: `${what} msw`,
      unit,
      ...compared.msw,
      gate: atMost(1),
      aim: null,
      page: { what: `an intercepted charge by \`${name}\``, of: 'msw in front of the same sandbox' },
    })
  }
  return rows
}
