import { describe, expect } from 'vitest'
import { routes } from '../../../src/service/resources/registry'
import { currentVersion, versions } from '../../../src/service/versions/history'
import { versionsWithOldNames } from '../../spec/version-forms'
import type { Client, ListBody } from '../../support/client'
import { createRecipient } from '../../support/payouts'
import { expectError, expectSuccess, savedState, setUp, start, stateOf, test } from '../../support/set-up'

const asOf = (version: string) => ({ headers: { 'Service-Version': version } })

describe('wire 23: a deleted object', () => {
  const cardOf = async (client: Client) => {
    const { id, default_card } = await client.customer()
    return `/customers/${id}/cards/${default_card}`
  }
  const transferOf = async (client: Client) => {
    await client.charge()
    return `/transfers/${(await client.post('/transfers', { amount: 5_000 })).body.id}`
  }
  const deletions: readonly (readonly [string, (client: Client) => Promise<string>])[] = [
    ['customer', async (client) => `/customers/${(await client.customer()).id}`],
    ['card', cardOf],
    ['recipient', async (client) => `/recipients/${(await createRecipient(client)).id}`],
    ['transfer', transferOf],
  ]

  test.for(deletions.flatMap(([object, make]) => versions.map((version) => ({ object, make, version }))))(
    'DELETE of a $object in $version',
    async ({ object, make, version }, { client }) => {
      const body = expectSuccess(await client.delete(await make(client), {}, asOf(version)))
      expect(body).toMatchObject({ object, livemode: false, deleted: true })
      if (versionsWithOldNames.includes(version))
        expect(Object.keys(body)).toEqual(['object', 'id', 'livemode', 'deleted'])
      else expect(body).toHaveProperty('created_at')
    },
  )

  test('the event of a deletion is as short when the account is on an older version', async () => {
    const { client, sandbox } = setUp()
    const { id } = await client.customer()
    await client.patch('/account', { api_version: '2017-11-02' })
    await client.delete(`/customers/${id}`)
    expect(sandbox.events.last()).toMatchObject({ key: 'customer.destroy' })
    expect(sandbox.events.last()?.data).toEqual({ object: 'customer', id, livemode: false, deleted: true })
  })
})

describe('spec 9: which version answers', () => {
  test('without a header it is the default of the account, in its own mode', async ({ client, sandbox }) => {
    const { id } = await client.charge()
    await client.patch('/account', { api_version: '2015-11-17' })
    const answer = await client.get(`/charges/${id}`)
    expect(answer.headers.get('service-version')).toBe('2015-11-17')
    expect(answer.body).toMatchObject({ created: start, source_of_fund: 'card' })
    const live = await sandbox.fetch(`${sandbox.url}/account`, {
      headers: { authorization: sandbox.live.authorization.secret },
    })
    expect(live.headers.get('service-version')).toBe(currentVersion)
  })

  test('the header wins over the default', async ({ client }) => {
    await client.patch('/account', { api_version: '2015-11-17' })
    expect((await client.get('/account', {}, asOf(currentVersion))).body).toMatchObject({
      api_version: '2015-11-17',
      created_at: start,
    })
  })

  test.for([
    ['2018-06-01', '2017-11-02'],
    ['2016-01-01', '2015-11-17'],
    ['2000-01-01', '2014-07-27'],
    ['2099-09-29', currentVersion],
  ] as const)(
    'the date %s, which is no version, means %s, with a warning',
    async ([asked, used], { client }) => {
      const { headers } = await client.get('/account', {}, asOf(asked))
      expect(headers.get('service-version')).toBe(used)
      expect(headers.get('sandbox-warning')).toBe(`version ${asked} is not known, ${used} was used`)
    },
  )

  test('an operation that is younger than the version is 404, and nothing happens', async () => {
    const { client, sandbox } = setUp()
    const before = stateOf(sandbox)
    const link = { amount: 10_000, currency: 'thb', title: 'Tea', description: 'Green' }
    expectError(await client.post('/links', link, asOf('2014-07-27')), 'service_not_found', {
      message:
        'version 2014-07-27 does not support this operation, which came with 2015-11-17: send a newer version header',
    })
    expect(stateOf(sandbox)).toBe(before)
    expectSuccess(await client.post('/links', link, asOf('2015-11-17')))
  })

  test.each(['2015-11-17', '2014-07-27'])(
    '%s has no operations of sources, and charges with a source all the same',
    async (version) => {
      const { client, sandbox } = setUp()
      const source = { type: 'promptpay', amount: 10_000, currency: 'thb' }
      const { id } = expectSuccess(await client.post('/sources', source))
      const before = stateOf(sandbox)
      const message = `version ${version} does not support this operation, which came with 2017-11-02: send a newer version header`
      for (const asking of [asOf(version), { ...asOf(version), host: 'vault', key: 'public' } as const])
        expectError(await client.post('/sources', source, asking), 'service_not_found', { message })
      for (const path of ['/sources', `/sources/${id}`])
        expectError(await client.get(path, {}, asOf(version)), 'service_not_found', { message })
      expect(stateOf(sandbox)).toBe(before)
      const money = { amount: 10_000, currency: 'thb' }
      for (const given of [id, { type: 'promptpay' }]) {
        const made = await client.post('/charges', { ...money, source: given }, asOf(version))
        expect(expectSuccess(made).source).toMatchObject({ object: 'source', type: 'promptpay' })
      }
      await client.patch('/account', { api_version: version })
      expectError(await client.post('/sources', source), 'service_not_found', { message })
      expectSuccess(await client.post('/sources', source, asOf('2017-11-02')))
    },
  )

  test('the newest two versions lack no operation, 2015-11-17 only sources, 2014-07-27 six kinds more', async () => {
    const { client } = setUp()
    const lists = routes.filter(
      ({ method, path, key }) =>
        method === 'get' && key !== 'none' && !path.includes(':') && path !== '/search',
    )
    const missing: string[] = []
    for (const { path } of lists) {
      expectSuccess(await client.get(path, {}, asOf('2017-11-02')))
      if (path === '/sources') continue
      expectSuccess(await client.get(path, {}, asOf('2015-11-17')))
      const answer = await client.get(path, {}, asOf('2014-07-27'))
      if (answer.status === 200) continue
      expectError(answer, 'service_not_found', { message: /came with 2015-11-17/ })
      missing.push(path)
    }
    expect(missing.sort()).toEqual([
      ...['/capability', '/charges/schedules', '/charges/schedules/search', '/links', '/links/search'],
      ...['/receipts', '/schedules', '/transfers/schedules', '/transfers/schedules/search'],
    ])
  })

  test('errors are the same in all', async ({ client }) => {
    const answers = await Promise.all(
      versions.map((version) => client.get('/charges/chrg_1', {}, asOf(version))),
    )
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(answers[0]?.headers.get('service-version')).toBeNull()
  })
})

describe('spec 9.3: events keep the version of the account at their time', () => {
  test('whatever version caused them, reads them, or is the default later', async ({ client, sandbox }) => {
    const shown = () =>
      sandbox.events
        .list((event) => event.key === 'charge.create')
        .map(({ data }) => ('created' in data ? 'old' : 'new'))
    await client.charge()
    const pay = async (version: string) => {
      const { id: card } = await client.token()
      await client.post('/charges', { amount: 10_000, currency: 'thb', card }, asOf(version))
    }
    await pay('2017-11-02')
    expect(shown()).toEqual(['new', 'new'])
    await client.patch('/account', { api_version: '2017-11-02' })
    await pay(currentVersion)
    expect(shown()).toEqual(['new', 'new', 'old'])
    await client.patch('/account', { api_version: currentVersion })
    expect(shown()).toEqual(['new', 'new', 'old'])
    sandbox.restore(savedState(sandbox))
    expect(shown()).toEqual(['new', 'new', 'old'])
  })

  test.each(versions)(
    '%s of the account is that of its events, whatever the version of the call',
    async (own) => {
      const { client, sandbox } = setUp()
      const bodies: unknown[] = []
      sandbox.webhooks.onDelivery(async (request) => {
        bodies.push(await request.json())
        return 200
      })
      await client.patch('/account', { api_version: own })
      const { id } = await client.customer()
      await sandbox.webhooks.settle()
      await client.patch('/account', { api_version: currentVersion })
      const time = versionsWithOldNames.includes(own) ? 'created' : 'created_at'
      const other = time === 'created' ? 'created_at' : 'created'
      const [event] = sandbox.events.list(({ key }) => key === 'customer.create').map((one) => one.id)
      for (const version of versions) {
        const one = expectSuccess(await client.get(`/events/${event}`, {}, asOf(version)))
        const { data } = expectSuccess(await client.get<ListBody>('/events', {}, asOf(version)))
        for (const shown of [one, data.find((found) => found.id === event), ...bodies]) {
          const data = { id, [time]: start }
          expect(shown).toMatchObject({ object: 'event', id: event, [time]: start, data })
          expect(shown).not.toHaveProperty(other)
        }
        expect(one).toMatchObject({ webhook_deliveries: [{ status: 200, [time]: start }] })
      }
      expect(bodies).toHaveLength(1)
    },
  )

  test('an object that the default version does not know is shown in its oldest form', async () => {
    const { client, sandbox } = setUp()
    await client.patch('/account', { api_version: '2014-07-27' })
    const link = { amount: 10_000, currency: 'thb', title: 'Tea', description: 'Green' }
    await client.post('/links', link, asOf(currentVersion))
    expect(sandbox.events.last()?.data).toMatchObject({ object: 'link', title: 'Tea', created: start })
  })
})
