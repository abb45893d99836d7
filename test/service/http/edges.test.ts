/** What hostile callers write where text, numbers and names are expected, and what must not get through to others. */
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished } from 'vitest'
import { redactText } from '../../../src/service/http/redact'
import { makeControl } from '../../support/control'
import { savedState, setUp, stateOf, test } from '../../support/set-up'
import { textWithoutChance } from '../../support/traces'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** A sandbox with what a page needs to exist. */
const withPages = async () => {
  const { client, sandbox } = setUp()
  const waiting = await client.charge({ authentication: '3DS', return_uri: 'https://shop.example/back' })
  const link = { amount: 0, currency: 'thb', title: 'a', description: 'b' }
  const open = (await client.post('/links', link)).body
  return { sandbox, waiting, open }
}

describe('pages', () => {
  test('a form may lead where the payment leads: back to the shop, to the bank', async () => {
    const { sandbox, waiting, open } = await withPages()
    for (const [uri, target] of [
      [waiting.authorize_uri, 'https://shop.example'],
      [open.payment_uri, sandbox.url],
    ]) {
      const { headers } = await sandbox.fetch(String(uri))
      expect(headers.get('content-security-policy')).toContain(`form-action 'self' ${target};`)
    }
  })

  test.for(['result[a]=1', 'result[]=success', 'result[__proto__]=1', 'result=', ''])(
    'a form with %s is refused, and nothing happens',
    async (body, { client, sandbox }) => {
      const waiting = await client.charge({ authentication: '3DS' })
      const before = stateOf(sandbox)
      const sent = { method: 'POST', headers: form, body }
      const answer = await sandbox.fetch(String(waiting.authorize_uri), sent)
      expect([answer.status, (await answer.json()).code]).toEqual([400, 'bad_request'])
      expect(stateOf(sandbox)).toBe(before)
    },
  )
})

describe('nested and named to do harm', () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  const list = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`

  test.for([
    ['POST', '/clock'],
    ['POST', '/fixtures'],
    ['PUT', '/state'],
    ['POST', '/faults'],
    ['POST', '/accounts'],
    ['POST', '/simulate/pay-charge'],
    ['POST', '/trigger/charge.create'],
  ] as const)('the control plane refuses deep JSON: %s %s', async ([method, path], { sandbox }) => {
    const before = stateOf(sandbox)
    for (const body of [deep, list]) {
      const answer = await sandbox.fetch(`${sandbox.url}/_sandbox${path}`, { method, body })
      const { error } = await answer.json()
      expect(answer.status).toBe(422)
      expect(error.issues[0].message).toBe('is nested too deep (maximum is 32 levels)')
    }
    expect(stateOf(sandbox)).toBe(before)
  })

  test.for(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'a filter %s is refused as any other that does not exist',
    async (name, { client }) => {
      await client.charge()
      for (const query of [`scope=charge&filters[${name}]=x`, `scope=charge&filters[${name}][a]=x`]) {
        const { status, body } = await client.get(`/search?${query}`)
        expect([status, body.code]).toEqual([422, 'invalid_filter'])
      }
    },
  )

  test.for(['__proto__', 'constructor', 'prototype'])(
    'metadata named %s is kept as it came',
    async (name, { client }) => {
      const kept = `{"${name}":"x","b":{"${name}":"y"}}`
      for (const [body, contentType] of [
        [`{"metadata":${kept}}`, 'application/json'],
        [`metadata[${name}]=x&metadata[b][${name}]=y`, form['content-type']],
      ] as const) {
        const { body: made } = await client.send('POST', '/customers', { body, contentType })
        expect(JSON.stringify(made.metadata)).toBe(kept)
        const again = await client.get(`/customers/${made.id}`)
        expect(again.text.replace(/\s/g, '')).toContain(`"metadata":${kept}`)
      }
      expect(({} as Record<string, unknown>).x).toBeUndefined()
    },
  )
})

test('a cell of an export is shown, never calculated, and a number stays one', async () => {
  const { client, sandbox } = setUp()
  const evil = ['=HYPERLINK("http://x")', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1']
  for (const description of [...evil, '-5', 'a=b']) await client.customer({ description })
  const { body } = await client.get('/search?scope=customer&export=true&filter_type=monthly_created')
  const file = `${sandbox.url}/exports/${body.export}`
  const row = savedState(sandbox)
  const token: string = Object.values<{ exports?: { downloadToken: string }[] }>(row.worlds)
    .flatMap(({ exports = [] }) => exports)
    .map(({ downloadToken }) => downloadToken)[0] as string
  const text = await (await sandbox.fetch(`${file}/downloads/${token}`)).text()
  for (const cell of evil) expect(text).toContain(`"'${cell.replaceAll('"', '""')}"`)
  expect(text).toMatch(/,-5(?:,|\r\n)/)
})

describe('a secret value appears in no journal and no log', () => {
  const pan = '4242424242424242'
  test.each([
    ['cvc: 123', 'cvc: [redacted]'],
    ['{"card_cvv":"1234"}', '{"card_cvv":"[redacted]"}'],
    ['card[security_code]=123', 'card[security_code]=[redacted]'],
    ['card%5Bsecurity_code%5D=123', 'card%5Bsecurity_code%5D=[redacted]'],
    [`paid with ${pan}.`, 'paid with ************4242.'],
    ['4242 4242 4242 4242', '************4242'],
    ['3782-822463-10005', '***********0005'],
    // No numbers of cards: an order, a day and an hour, an id, a wrong check digit.
    ['order 9999999999999995', 'order 9999999999999995'],
    ['20260115093046', '20260115093046'],
    ['chrg_test_4242424242424242', 'chrg_test_4242424242424242'],
    ['4242424242424243', '4242424242424243'],
    ['the key skey_test_sandboxsecret0123456, or so', 'the key skey_test_…456, or so'],
    // What is masked already, as in a hint about keys.
    ['skey_test_…456, skey_4fu2k…9ab, pkey_test_…box', 'skey_test_…456, skey_4fu2k…9ab, pkey_test_…box'],
  ])('%s is shown as %s', (given, shown) => expect(redactText(given)).toBe(shown))

  test('whatever its name and however deep it lies: parameters, query and answer', async () => {
    const { client, sandbox } = setUp()
    const names = 'cvc cvv CVV2 csc securityCode security-code card_cvc verification_value'.split(' ')
    const metadata = Object.fromEntries(names.map((name) => [name, '987']))
    const nested = { list: [{ card: { cvc: 987, number: pan } }], note: `cvv=987 and ${pan}`, pan: '1234 5' }
    await client.post('/customers', { metadata: { ...metadata, nested, cvn: { any: '987' } } })
    await client.get(`/customers?cvc=987&card[number]=${pan}`)
    const { body } = await makeControl(sandbox).get('/requests')
    expect(textWithoutChance(body)).not.toMatch(/987|42424242|1234 5/)
    expect(textWithoutChance(body)).toContain('[redacted]')
  })
})

/** A connection to a server that may end it while more is being sent: its answer counts. */
const refusedEarly = (port: string): Socket => {
  const socket = connect(Number(port), '127.0.0.1').on('error', () => socket.destroy())
  onTestFinished(() => void socket.destroy())
  return socket
}

describe('a body that is far too large', () => {
  const targets: [where: string, path: string, host: 'url' | 'vaultUrl'][] = [
    ['the API', '/customers', 'url'],
    ['the vault', '/tokens', 'vaultUrl'],
  ]

  test.each(targets)(
    'in chunks to %s (%s, %s) is answered with 413 while it is still being sent',
    async (_, path, host) => {
      const { sandbox } = setUp()
      await sandbox.listen({ port: 0 })
      const { port } = new URL(sandbox[host])
      const socket = refusedEarly(port)
      const keys = host === 'url' ? sandbox.authorization.secret : sandbox.authorization.public
      const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: ${keys}\r\n` +
          `content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
      )
      const piece = Buffer.alloc(1024 * 1024, 'x')
      const isDone = answered.then(() => true)
      const next = () => new Promise<false>((resolve) => void setImmediate(() => resolve(false)))
      for (let i = 0; i < 300; i += 1) {
        socket.write('100000\r\n')
        const hasRoom = socket.write(piece)
        socket.write('\r\n')
        if (!hasRoom) await Promise.race([isDone, new Promise((resolve) => socket.once('drain', resolve))])
        if (await Promise.race([isDone, next()])) break
      }
      expect(await answered).toMatch(/^HTTP\/1\.1 413 /)
    },
    60_000,
  )

  test('is not asked for where the client asks first; the connection can be used again', async () => {
    const { sandbox } = setUp()
    const { url } = await sandbox.listen({ port: 0 })
    const socket = refusedEarly(new URL(url).port)
    socket.write(
      `POST /customers HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${sandbox.authorization.secret}\r\n` +
        'expect: 100-continue\r\ncontent-length: 314572800\r\n\r\n',
    )
    const text = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
  })
})
