/** Every error of the catalogue is answered by its own steps; what nothing can cause, test data asks for. */

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, vi } from 'vitest'
import { type Charge, createSandbox } from '../../src/index'
import { catalogue } from '../../src/kernel/error-catalogue'
import type { ErrorName } from '../../src/kernel/errors'
import { entriesIn } from '../../src/pages/docs/content'
import { topicOf } from '../../src/pages/docs/topics'
import { kindOf } from '../../src/service/resources/registry'
import { type AskedOperation, askedFailures } from '../../src/service/simulation/outcomes'
import { type Answer, type Client, makeClient } from '../support/client'
import { docsSource } from '../support/docs'
import type { Params } from '../support/form'
import { announces, routeOf } from '../support/routing'
import { expectError, expectSuccess, setUp, test } from '../support/set-up'

const order = { amount: 10_000, currency: 'thb' } as const

describe('spec 7.1: the steps of every error end with it, as the documentation prints them', () => {
  const names = Object.keys(catalogue) as ErrorName[]
  let printed: readonly string[] = []

  /** All of them in one shell, which takes less time; each on a sandbox as it was at the start. */
  beforeAll(async () => {
    const sandbox = createSandbox()
    const { url, vaultUrl } = await sandbox.listen({ port: 0 })
    const { sections } = topicOf(
      'errors',
      docsSource({ url, vaultUrl, keys: sandbox.keys, asksForToken: false }),
    )
    const entries = sections.flatMap(entriesIn)
    const scripts = names.map((name) => {
      const { status, code } = catalogue[name]
      const { commands = [] } = entries.find((one) => one.name === code && one.label === String(status)) ?? {}
      return [`echo == ${name}; curl ${url}/_sandbox/reset -X POST -o /dev/null`, ...commands].join('\n')
    })
    const curl = String.raw`curl() { command curl -sS -w '\n# %{http_code} %{method} %{url_effective}\n' "$@"; }`
    const { stdout } = await promisify(execFile)('bash', ['-euc', [curl, ...scripts].join('\n')])
    printed = stdout.split(/^== .*\n/m).slice(1)
    await sandbox.close()
  }, 60_000)

  test.each(names.map((name, i) => ({ name, ...catalogue[name], i })))(
    '$status $code ($name)',
    ({ name, code, status, i }) => {
      const [text = '', call = ''] = (printed[i] ?? '').split(/^# (.*)\n/m).slice(-3)
      const [given, method = '', url = ''] = call.split(' ')
      expectError({ status: Number(given), body: JSON.parse(text) }, name, { message: /./ })
      const route = routeOf(method, new URL(url).pathname)
      const rule = `${call}: an operation names its errors under \`errors\``
      if (route !== undefined && status < 500) expect(announces(route, status, code), rule).toBe(true)
    },
  )

  test('an operation that breaks is answered with internal_error', async ({ client }) => {
    const { id } = await client.charge()
    const spy = vi.spyOn(kindOf('charge'), 'render').mockImplementation(() => {
      throw new Error('broken on purpose')
    })
    onTestFinished(() => spy.mockRestore())
    expectError(await client.get(`/charges/${id}`), 'internal_error', { message: /./ })
  })
})

describe('assumption asked-failures: metadata[sandbox_fail]', () => {
  /** An action on a charge whose metadata asks later: its creation would be refused, too. */
  const act =
    (action: string, params: Params) =>
    async (client: Client, metadata: Params): Promise<Answer> => {
      const { id } = await client.charge(params)
      expectSuccess(await client.patch(`/charges/${id}`, { metadata }))
      return client.post(`/charges/${id}/${action}`)
    }
  const perform: Readonly<Record<AskedOperation, ReturnType<typeof act>>> = {
    charge: async (client, metadata) =>
      client.post('/charges', { ...order, card: (await client.token()).id, metadata }),
    capture: act('capture', { capture: false }),
    reverse: act('reverse', { capture: false }),
    expire: act('expire', { authentication: '3DS' }),
    refund: async (client, metadata) =>
      client.post(`/charges/${(await client.charge()).id}/refunds`, { metadata }),
  }
  const cases = Object.entries(askedFailures).flatMap(([name, codes]) =>
    codes.map((code) => ({ operation: name as AskedOperation, code })),
  )

  test.each(cases)('$operation is refused with $code', async ({ operation, code }) => {
    expectError(await perform[operation](setUp().client, { sandbox_fail: code }), code)
  })

  test('a declined charge is stored with the requested failure code', async ({ client, sandbox }) => {
    const { id: card } = await client.token()
    const metadata = { sandbox_fail: 'payment_expired' }
    const answer = await client.post('/charges', { ...order, card, metadata })
    const { id = '' } = sandbox.charges.last() ?? {}
    expectError(answer, 'payment_expired', { charge_id: id })
    const charge = expectSuccess(await client.get<Charge>(`/charges/${id}`))
    expect(charge).toMatchObject({
      status: 'failed',
      failure_code: 'payment_expired',
      failure_message: 'payment expired',
    })
  })

  test('a refused creation leaves nothing behind, so that the token can be used again', async () => {
    const { client, sandbox } = setUp()
    const { id: card } = await client.token()
    const metadata = { sandbox_fail: 'backend_error' }
    expectError(await client.post('/charges', { ...order, card, metadata }), 'backend_error')
    expect(sandbox.charges.count()).toBe(0)
    expect(await client.charge({ card })).toMatchObject({ status: 'successful' })
  })

  test('a charge that waits for its cardholder fails after the confirmation', async ({ client }) => {
    const metadata = { sandbox_fail: 'insufficient_fund' }
    const charge = await client.charge({ authentication: '3DS', metadata })
    expect(charge.status).toBe('pending')
    expect(await client.confirm(charge)).toMatchObject({
      status: 'failed',
      failure_code: 'insufficient_fund',
    })
  })

  test('live mode and unknown codes ignore it', async ({ client, sandbox }) => {
    expect(await client.charge({ metadata: { sandbox_fail: 'nothing known' } })).toMatchObject({ paid: true })
    const live = makeClient(sandbox, sandbox.live)
    expect(await live.charge({ metadata: { sandbox_fail: 'backend_error' } })).toMatchObject({ paid: true })
  })

  test('a failure for another operation has no effect on this one', async ({ client }) => {
    const { id } = await client.charge({ metadata: { sandbox_fail: 'failed_reverse' }, capture: false })
    expect(expectSuccess(await client.post<Charge>(`/charges/${id}/capture`)).paid).toBe(true)
  })
})
