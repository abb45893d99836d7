/** The same test in three ways: on a sandbox, on handlers of nock, and on nothing. */

export const ways = ['ours', 'nock', 'nothing'] as const
export type Way = (typeof ways)[number]

export const runners = ['vitest', 'jest'] as const
export type Runner = (typeof runners)[number]

/** What a shop does; `at` says where the service is. */
const shop = `
const post = async (at, key, url, body) => {
  const headers = { authorization: 'Basic ' + btoa(key + ':'), 'content-type': 'application/json' }
  return (await at.fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}
const card = { name: 'Somchai Prasert', number: '4242424242424242', expiration_month: 12, expiration_year: 2035 }
const sell = async (at) => {
  const token = await post(at, at.keys.public, at.vaultUrl + '/tokens', { card })
  const charge = await post(at, at.keys.secret, at.url + '/charges', { amount: 100000, currency: 'thb', card: token.id })
  expect(charge.status).toBe('successful')
}
`

const elsewhere = `
const at = {
  url: 'https://api.example.com', vaultUrl: 'https://vault.example.com', fetch: (...args) => fetch(...args),
  keys: { public: 'pkey_test_1', secret: 'skey_test_1' },
}
const token = { object: 'token', id: 'tokn_test_1', used: false }
const charge = { object: 'charge', id: 'chrg_test_1', amount: 100000, currency: 'thb', status: 'successful', paid: true }
`

interface TestFile {
  /** What it imports, by the module. */
  readonly imports: Readonly<Record<string, string>>
  readonly before: string
  readonly test: string
}

const files: Readonly<Record<Way, TestFile>> = {
  ours: {
    imports: { 'payment-sandbox': '{ createSandbox }' },
    before: shop,
    test: 'const sandbox = createSandbox(); await sell(sandbox); await sandbox.close()',
  },
  nock: {
    imports: { nock: 'nock' },
    before: `${shop}${elsewhere}`,
    test: `nock(at.vaultUrl).post('/tokens').reply(200, token)
    nock(at.url).post('/charges').reply(200, charge)
    await sell(at)`,
  },
  nothing: { imports: {}, before: '', test: 'expect(1).toBe(1)' },
}

const imported = (names: string, from: string, runner: Runner): string =>
  runner === 'jest' ? `const ${names} = require('${from}')\n` : `import ${names} from '${from}'\n`

export const testFile = (way: Way, runner: Runner): string => {
  const { imports, before, test } = files[way]
  const lines = Object.entries(imports).map(([from, names]) => imported(names, from, runner))
  return `${lines.join('')}${before}
test('an order', async () => {
  ${test}
})
`
}
