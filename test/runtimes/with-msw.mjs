/**
 * An interception beside msw, of any of its majors, in both orders and with handlers of ours. A process of its own, as it
 * ends with everything put back.
 */
import assert from 'node:assert/strict'
import http from 'node:http'
import https from 'node:https'
import { HttpResponse, http as mocked } from 'msw'
import { setupServer } from 'msw/node'
import { createSandbox } from 'payment-sandbox'
import { intercept } from 'payment-sandbox/intercept'
import { handlers } from 'payment-sandbox/msw'
import { callDirectly } from './forms.mjs'
import { setTrap } from './trap.mjs'

const mock = mocked.all('https://other.example/', ({ request }) =>
  HttpResponse.json({ key: request.headers.get('key') }),
)
const headers = { key: 'secret' }

const viaNode = () =>
  new Promise((resolve, reject) => {
    https
      .get('https://other.example/', { headers }, async (answer) => {
        let text = ''
        for await (const chunk of answer.setEncoding('utf8')) text += chunk
        resolve(JSON.parse(text))
      })
      .on('error', reject)
  })

const viaFetch = async () => (await fetch('https://other.example/', { headers })).json()

const asMocked = async () => assert.deepEqual([await viaNode(), await viaFetch()], [headers, headers])

const functions = () => [
  globalThis.fetch,
  ...[http, https].flatMap(({ request, get }) => [request, get]),
  http.Agent.prototype.addRequest,
]

const asAnswered = async (sandbox) => {
  const endTrap = setTrap()
  const outcomes = await callDirectly({}, { authorization: sandbox.authorization.secret })
  assert.deepEqual(endTrap(), [])
  assert.deepEqual(outcomes, Object.fromEntries(Object.keys(outcomes).map((name) => [name, 200])))
}

const before = functions()
for (const order of ['msw first', 'msw last'])
  for (const end of ['msw first', 'msw last']) {
    const sandbox = createSandbox()
    const server = setupServer(mock)
    let interception
    const starts = [
      () => server.listen({ onUnhandledRequest: 'bypass' }),
      () => {
        interception = intercept(sandbox, 'omise')
      },
    ]
    for (const start of order === 'msw first' ? starts : starts.reverse()) start()
    await asMocked()
    await asAnswered(sandbox)
    if (end === 'msw first') {
      server.close()
      await asAnswered(sandbox)
      interception.stop()
    } else {
      interception.stop()
      await asMocked()
      server.close()
    }
    // What is left below the one that ended later is taken away by the next one.
    intercept(sandbox, 'omise').stop()
    assert.deepEqual(functions(), before, `${order}, ${end} at the end`)
  }

const sandbox = createSandbox()
const server = setupServer(...handlers(sandbox, 'omise'), mock)
server.listen({ onUnhandledRequest: 'error' })
const authorization = { authorization: sandbox.authorization.secret }
assert.equal((await fetch('https://api.omise.co/account', { headers: authorization })).status, 200)
await asMocked()
server.close()
