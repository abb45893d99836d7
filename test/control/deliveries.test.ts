/** Contract 4: what was delivered, and delivering again, over HTTP. */
import { describe, expect, test } from 'vitest'
import { makeControl } from '../support/control'
import { clientWith, setUp } from '../support/set-up'
import { refusalOf } from '../support/signed'
import { withSink } from '../support/sink'

const open = async () => {
  const setup = await withSink()
  return { ...setup, control: makeControl(setup.sandbox) }
}

/** What of a delivery the tests look at. */
type Shown = Readonly<Record<string, unknown>>
const dataOf = ({ body }: { readonly body: Shown }): readonly Shown[] => body.data as Shown[]

describe('GET /_sandbox/deliveries', () => {
  test('shows each attempt in full: request, answer and time of the next attempt', async () => {
    const { sink, sandbox, client, control } = await open()
    sink.script(503)
    const customer = await client.customer()
    await sandbox.webhooks.settle()
    const [event] = sandbox.events.list({ key: 'customer.create' })
    const [one, ...others] = dataOf(await control.get('/deliveries'))
    expect(others).toEqual([])
    expect(one).toMatchObject({
      object: 'webhook_delivery',
      id: event?.webhook_deliveries[0]?.id,
      event: event?.id,
      uri: sink.url,
      key: 'customer.create',
      status: 503,
      error: null,
      attempt: 1,
      delivered: false,
      retry_at: '2026-01-15T09:01:00.000Z',
      payload: sink.received[0]?.body,
    })
    expect(JSON.parse(String(one?.payload)).data.id).toBe(customer.id)
    const headers = one?.headers as Record<string, string>
    expect(refusalOf({ headers, body: String(one?.payload) }, sandbox.webhooks.secret)).toBeNull()
  })

  test('returns the latest matching attempts, oldest first', async () => {
    const { sink, sandbox, client, control } = await open()
    await client.charge()
    await sandbox.webhooks.settle()
    sink.script(400)
    await client.customer()
    await sandbox.webhooks.settle()
    const keys = async (query: string) =>
      dataOf(await control.get(`/deliveries?${query}`)).map(({ key }) => key)
    expect(await keys('')).toEqual(['charge.create', 'charge.complete', 'customer.create'])
    expect(await keys('limit=2')).toEqual(['charge.complete', 'customer.create'])
    expect(await keys('key=charge.*&limit=1')).toEqual(['charge.complete'])
    expect(await keys('delivered=false')).toEqual(['customer.create'])
    expect(await keys('delivered=true')).toEqual(['charge.create', 'charge.complete'])
    expect(await keys(`event=${sandbox.events.list()[0]?.id}`)).toEqual(['charge.create'])
    expect(await keys(`uri=${encodeURIComponent(sink.url)}&key=customer.create`)).toEqual(['customer.create'])
    expect(await keys('uri=http://elsewhere.example')).toEqual([])
  })

  test.each([
    ['limit=0', 'limit', /from 1 to 1000/],
    ['limit=1001', 'limit', /from 1 to 1000/],
    ['limit=ten', 'limit', /from 1 to 1000/],
    ['delivered=maybe', 'delivered', /true or false/],
    ['status=200', 'status', /has no meaning here/],
  ])('refuses ?%s', async (query, path, message) => {
    const { control } = await open()
    const { status, body } = await control.get(`/deliveries?${query}`)
    expect(status).toBe(422)
    expect(body.error).toMatchObject({ issues: [{ path, message: expect.stringMatching(message) }] })
  })

  test('returns the attempts of one account in one mode', async () => {
    const { sandbox, control } = await open()
    const other = sandbox.createAccount()
    other.webhooks.onDelivery(() => 200)
    await clientWith(sandbox, other.keys).customer()
    await clientWith(sandbox, sandbox.live.keys).customer()
    await Promise.all([other.webhooks.settle(), sandbox.webhooks.settle()])
    expect(dataOf(await control.get('/deliveries'))).toEqual([])
    expect(dataOf(await control.get(`/deliveries?account=${other.id}`))).toHaveLength(1)
    expect(dataOf(await control.get('/deliveries?livemode=true'))).toHaveLength(1)
  })
})

describe('POST /_sandbox/events/:id/resend', () => {
  test('delivers once more, and answers after the delivery', async () => {
    const { sink, sandbox, client, control } = await open()
    await client.customer()
    await sandbox.webhooks.settle()
    const id = sandbox.events.list({ key: 'customer.create' })[0]?.id
    sink.script(202)
    const answer = await control.post(`/events/${id}/resend`)
    expect(dataOf(answer)).toMatchObject([{ event: id, status: 202, attempt: 1, delivered: true }])
    expect(sink.received.map(({ event }) => event.id)).toEqual([id, id])
  })

  test('is refused for an unknown event, and without a receiver', async () => {
    const { control } = await open()
    expect(await control.post('/events/evnt_test_x/resend')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', message: 'event evnt_test_x was not found' } },
    })
    const { sandbox, client } = setUp()
    await client.customer()
    const { id = '' } = sandbox.events.last() ?? {}
    expect(await makeControl(sandbox).post(`/events/${id}/resend`)).toMatchObject({
      status: 422,
      body: {
        error: { code: 'no_endpoint', message: expect.stringMatching(/webhook_uri with PATCH \/account/) },
      },
    })
  })
})

test('POST /_sandbox/clock with {"advance":"0s"} waits for all due deliveries', async () => {
  const { sink, client, control } = await open()
  await client.charge()
  expect((await control.post('/clock', { advance: '0s' })).status).toBe(200)
  expect(sink.keys).toEqual(['charge.create', 'charge.complete'])
})
