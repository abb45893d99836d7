/** Contract 14: tools for coding agents, by the official client over streamable HTTP. */
import { describe, expect } from 'vitest'
import { answerBytesMax } from '../../../src/pages/agents/answer'
import { topicNames } from '../../../src/pages/docs/content'
import { agentOf, recordsIn, wholeStory } from '../../support/agents'
import { makeSandbox, test } from '../../support/set-up'

/** 9 kB of letters without any way out. */
const long = 'ก'.repeat(3000)

const names =
  'sandbox_info call_api create_token find_records list_requests list_deliveries explain_error search_docs simulate trigger_event move_clock add_fault clear_faults load_fixture snapshot reset'.split(
    ' ',
  )

describe('the tools', () => {
  test('are sixteen, each with a schema that agents can read, in some 20 kB', async ({ sandbox }) => {
    const { client } = await agentOf(sandbox)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(names)
    for (const { name, description, inputSchema, annotations } of tools) {
      expect(description, name).toMatch(/^[A-Z].{30,}[.:]?/)
      // Clients refuse a schema that is a choice at the top.
      expect(Object.keys(inputSchema), name).not.toEqual(expect.arrayContaining(['anyOf']))
      expect(annotations, name).toMatchObject({ openWorldHint: false })
    }
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
    expect(hints.list_requests).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(hints.reset).toMatchObject({ readOnlyHint: false, destructiveHint: true })
    expect(hints.move_clock).toMatchObject({ readOnlyHint: false, destructiveHint: false })
    expect(JSON.stringify(tools).length).toBeLessThan(23_000)
  })

  test('do a whole story within the process', async ({ sandbox }) => {
    await wholeStory(await agentOf(sandbox))
  })

  test('work for a sandbox that asks for a token', async ({ sandbox }) => {
    const { url } = await sandbox.listen({ port: 0, controlToken: 'a-token' })
    const agent = await agentOf(makeSandbox(), url, { authorization: 'Bearer a-token' })
    expect((await agent.use('move_clock', { advance: '1d' })).isError).toBe(false)
    await expect(agentOf(makeSandbox(), url)).rejects.toThrow()
  })

  test('are about another account, or live mode, when asked', async ({ sandbox }) => {
    const other = sandbox.createAccount()
    const { use } = await agentOf(sandbox)
    const call = { method: 'POST', path: '/customers', parameters: { email: 'a@example.com' } }
    await use('call_api', { ...call, account: other.id })
    await use('call_api', { ...call, livemode: true })
    expect([sandbox.customers.count(), other.test.customers.count(), sandbox.live.customers.count()]).toEqual(
      [0, 1, 1],
    )
  })
})

describe('a bad input', () => {
  test.for([
    ['sandbox_info', { acount: 'x' }, 'sandbox_info has no parameter acount: did you mean account?'],
    ['sandbox_info', { account: 'acct_none' }, 'there is no account acct_none'],
    ['call_api', { method: 'GET' }, 'call_api needs path'],
    ['call_api', { method: 'PUT', path: '/charges' }, 'method: must be one of GET, POST, PATCH, DELETE'],
    [
      'call_api',
      { method: 'GET', path: '/_sandbox/state' },
      'path: must be a path of the API such as /charges',
    ],
    [
      'call_api',
      { method: 'POST', path: '/charges', parameters: 'a' },
      'parameters: must be an object of parameters',
    ],
    ['create_token', { card: 'insuficient_fund' }, 'did you mean insufficient_fund?'],
    ['create_token', { card: { number: '1234' } }, 'number'],
    ['create_token', { card: 5 }, 'card must be a text such as insufficient_fund'],
    ['create_token', { card: { numbr: '4111111111140011' } }, 'did you mean number?'],
    ['find_records', { scope: 'charges' }, 'scope'],
    [
      'find_records',
      { id: 'chrg_test_none' },
      'charge chrg_test_none was not found: find_records {"scope":"charge"} shows',
    ],
    ['find_records', { id: 'evnt_test_none' }, '{"method":"GET","path":"/events"} shows'],
    ['find_records', { id: 'tokn_test_none' }, 'list_requests shows'],
    ['find_records', { from: 'yesterday' }, 'from is invalid (In ISO 8601; a day is all of it)'],
    ['find_records', { scope: long }, 'transfer_schedule'],
    ['find_records', { id: 'none' }, 'ids begin with chrg_'],
    ['find_records', { more: 'more-9.3' }, 'call find_records again without more'],
    [
      'create_token',
      { more: true },
      'the rest true is not kept any more: call create_token again without more',
    ],
    ['list_requests', { status: 'bad' }, 'status: must be a status such as 402'],
    ['list_requests', { id: 'none' }, 'none'],
    ['list_deliveries', { limit: 0 }, 'limit: must be a whole number from 1 to 1000'],
    ['explain_error', {}, 'no request has failed yet: give code'],
    ['explain_error', { code: 'insuficient_fund' }, 'did you mean insufficient_fund?'],
    ['search_docs', { query: 'zeppelin airship' }, 'give fewer words; the topics are api'],
    ['search_docs', { topic: 'eror' }, 'there is no topic eror'],
    ['search_docs', { topic: long }, 'there are api, errors'],
    ['simulate', {}, 'simulate needs action'],
    ['simulate', { action: 'paycharge' }, 'did you mean pay-charge?'],
    ['simulate', { action: long }, 'there are pay-charge, fail-charge'],
    ['simulate', { action: 'pay-charge' }, 'charge: must be an id'],
    ['simulate', { action: 'pay-charge', charge: long }, 'find_records {"scope":"charge"} shows'],
    ['trigger_event', { event_key: 'charge.completed' }, 'did you mean charge.complete?'],
    ['move_clock', {}, 'give one of advance'],
    ['move_clock', { advance: '1 day' }, 'write 90m, 15d or 1d12h'],
    ['move_clock', { advance: long }, 'write 90m, 15d or 1d12h'],
    ['add_fault', { path: '/charges', drop: 'both' }, 'drop'],
    ['add_fault', { [long]: 1 }, 'there are method, path'],
    ['clear_faults', { id: 'none' }, 'there is no fault none: there is none'],
    ['load_fixture', { name: 'saved-crad' }, 'saved-card'],
    ['load_fixture', {}, 'needs a fixture: the name of one that ships as name, such as saved-card'],
    ['load_fixture', { reset: true }, 'as name, such as saved-card'],
    ['load_fixture', { fixture: 'saved-card' }, 'one that ships is given by name: "saved-card"'],
    ['load_fixture', { yaml: 'charges: [{ amount: -1 }]' }, 'charges[0]'],
    ['load_fixture', { fixture: { charges: Array(40).fill({ amont: 1 }) } }, ' of 80)'],
    ['load_fixture', { yaml: `charges:${'\n- { amont: 1 }'.repeat(200)}` }, 'and 300 more mistakes'],
    ['snapshot', { id: 'none' }, 'there is no snapshot none: there is none'],
    ['reset', { acount: 'x' }, 'did you mean account?'],
    ['nothing', {}, 'there is no tool nothing: there are sandbox_info, call_api'],
  ] as const)('of %s, %j, is an error that says the way out', async ([name, given, text], { sandbox }) => {
    const before = JSON.stringify(sandbox.snapshot())
    const answer = await (await agentOf(sandbox)).use(name, given)
    expect(answer.isError).toBe(true)
    expect(answer.text).toContain(text)
    expect(answer.bytes).toBeLessThanOrEqual(answerBytesMax)
    expect(answer.data).toMatchObject({ error: { message: expect.stringContaining(text) } })
    expect(JSON.stringify(sandbox.snapshot())).toBe(before)
  })
})

describe('an answer', () => {
  test('has at most 4 kB, begins with ids and amounts, and leads to the rest', async () => {
    const sandbox = makeSandbox({ fixtures: ['busy-shop'] })
    const { use } = await agentOf(sandbox)
    const charge = sandbox.charges.last()?.id
    await use('call_api', { method: 'GET', path: '/charges', parameters: { limit: 100 } })
    const calls = [
      ['sandbox_info', {}],
      ['call_api', { method: 'GET', path: '/charges', parameters: { limit: 100 } }],
      ['call_api', { method: 'GET', path: '/capability' }],
      ['call_api', { method: 'GET', path: `/customers?${long.slice(0, 1900)}` }],
      ['find_records', { limit: 100 }],
      ['find_records', { id: charge }],
      ['list_requests', {}],
      ['list_deliveries', {}],
      ['explain_error', { code: 'invalid_charge' }],
      ['search_docs', { query: 'charge' }],
      ['search_docs', { query: 'POST /charges' }],
      ['search_docs', { topic: 'errors' }],
      ['trigger_event', { event_key: 'charge.dispute.create' }],
      ['move_clock', { advance: '60d' }],
      ['load_fixture', { name: 'busy-shop' }],
    ] as const
    for (const [name, given] of calls) {
      const seen: string[] = []
      let answer = await use(name, given)
      for (;;) {
        expect(answer.isError, answer.text).toBe(false)
        expect(answer.bytes, `${name} ${JSON.stringify(given)}`).toBeLessThanOrEqual(answerBytesMax)
        expect(seen).not.toContain(answer.text)
        seen.push(answer.text)
        if (answer.data.more === undefined) break
        answer = await use(name, { more: answer.data.more })
      }
    }
    const { data } = await use('find_records', { scope: 'charge', limit: 100 })
    const [first] = recordsIn(data.data)
    expect(Object.keys(first ?? {}).slice(0, 4)).toEqual(['id', 'object', 'amount', 'currency'])
  })

  test('has every record of a list once, over all of its pages', async () => {
    const sandbox = makeSandbox({ fixtures: ['busy-shop'] })
    const { use } = await agentOf(sandbox)
    const ids: unknown[] = []
    let { data } = await use('call_api', { method: 'GET', path: '/charges', parameters: { limit: 100 } })
    for (;;) {
      ids.push(...recordsIn(data.data).map(({ id }) => id))
      if (data.more === undefined) break
      data = (await use('call_api', { more: data.more })).data
    }
    expect(ids.length).toBe(100)
    expect(new Set(ids).size).toBe(100)
  })

  test('never has a card number, a security code, or a key or a secret of live mode', async ({ sandbox }) => {
    const { use, client } = await agentOf(sandbox)
    const number = '4111111111140011'
    const live = { livemode: true }
    const card = { number, security_code: '987' }
    const post = (path: string, parameters: object) => use('call_api', { method: 'POST', path, parameters })
    const token = await use('create_token', { card })
    const texts = [
      token,
      await use('create_token', { card: { number: '4242424242424241' } }),
      await post('/charges', { amount: 5000, currency: 'thb', card: number }),
      await post('/charges', { amount: 5000, currency: 'thb', card: token.data.id }),
      await post('/customers', { description: `card ${number} skey_live_1234567` }),
      await use('sandbox_info', live),
      await use('call_api', { method: 'POST', path: '/webhooks/secrets', ...live }),
      await use('call_api', { method: 'GET', path: '/webhooks/secrets', ...live }),
      await use('find_records', { query: number }),
      await use('list_requests'),
      await use('explain_error', { code: 'insufficient_fund' }),
      await use('search_docs', { topic: 'test-cards' }),
      await use('search_docs', { query: '4242424242424242' }),
      await use('search_docs', { query: 'live mode' }),
      await use('simulate', { action: 'pay-link', link: 'none', card }),
    ].map(({ text, data }) => `${text}${JSON.stringify(data)}`)
    const all = [...texts, JSON.stringify(await client.listTools())].join('\n')
    expect(all).not.toMatch(/(?<!\d)[3-6]\d{13,18}(?!\d)/)
    // The random id of a request may have these digits by chance.
    expect(all.replace(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, '')).not.toContain('987')
    expect(all).not.toMatch(/\bskey_(?!test_|…|\w{0,9}…)\w/)
    for (const secret of [sandbox.live.keys.secret, ...sandbox.live.webhooks.secrets])
      expect(all).not.toContain(secret)
  })

  test('says why there is no delivery', async ({ sandbox }) => {
    const { use } = await agentOf(sandbox)
    expect((await use('list_deliveries')).text).toMatch(/^no delivery, as webhooks go nowhere: call_api \{/)
    const parameters = { webhook_endpoints: ['http://127.0.0.1:9/hooks'] }
    await use('call_api', { method: 'PATCH', path: '/account', parameters })
    expect((await use('list_deliveries')).text).toMatch(/^no delivery yet: no event has happened/)
    await use('add_fault', { webhook: '*', delay_ms: 60_000 })
    await use('call_api', { method: 'POST', path: '/customers' })
    expect((await use('list_deliveries')).text).toMatch(/^no delivery yet: .* may still be on the way/)
  })

  test('says where webhooks go, also when it is nowhere', async ({ sandbox }) => {
    const { use } = await agentOf(sandbox)
    expect((await use('sandbox_info')).text).toMatch(/^sandbox_info: webhooks go nowhere: call_api \{/)
  })

  test.each([
    ['webhook signature', /^webhooks: Signature: The signature is the HMAC-SHA256/],
    ['lost answer', /^explore: /],
    ['test cards', /^test-cards: /],
    ['webhooks', /^webhooks: Signature: /],
    ['xdist pytest', /^(examples: Parallel suites|pytest: A shop in Python under pytest): /],
    ['webhook failed', /^api: POST \/charges: /],
  ])('to a search for "%s" begins with what is meant', async (query, line) => {
    const { use } = await agentOf(makeSandbox())
    const [head, first] = (await use('search_docs', { query })).text.split('\n')
    expect(head).toMatch(/^\d+ entr/)
    expect(first).toMatch(line)
  })
})

describe('resources', () => {
  test('are every topic and every operation, each of which can be read', async ({ sandbox }) => {
    const { client } = await agentOf(sandbox)
    const { resources } = await client.listResources()
    const uris = resources.map(({ uri }) => uri)
    expect(uris).toEqual(expect.arrayContaining(topicNames.map((name) => `docs://${name}`)))
    expect(uris).toContain('docs://examples')
    expect(JSON.stringify(await client.readResource({ uri: 'docs://examples' }))).toContain('createSandbox')
    expect(uris).toEqual(expect.arrayContaining(['openapi://POST/charges', 'openapi://POST/_sandbox/clock']))
    for (const uri of uris.filter((_, i) => i % 6 === 0)) {
      const { contents } = await client.readResource({ uri })
      const [{ text = '', mimeType = '' } = {}] = contents as { text: string; mimeType: string }[]
      expect(text.length, uri).toBeGreaterThan(500)
      if (mimeType === 'application/json') expect(JSON.parse(text).openapi).toBe('3.1.0')
    }
  })

  test.each(['openapi://GET/charges/{id}', 'openapi://GET/charges/:id', 'openapi://get/charges/%7Bid%7D'])(
    '%s is found',
    async (uri) => {
      const { client } = await agentOf(makeSandbox())
      const { contents } = await client.readResource({ uri })
      expect(JSON.stringify(contents)).toContain('/charges/{id}')
    },
  )

  test('that do not exist say which there are', async ({ sandbox }) => {
    const { client } = await agentOf(sandbox)
    await expect(client.readResource({ uri: 'docs://nothing' })).rejects.toThrow(
      /there are docs:\/\/<topic> for api/,
    )
    await expect(client.readResource({ uri: 'openapi://POST/charge' })).rejects.toThrow(
      /did you mean POST \/charges\?/,
    )
  })
})
