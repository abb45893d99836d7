/** The official client of the Model Context Protocol, and what agents do with it. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect, onTestFinished } from 'vitest'
import type { Sandbox } from '../../src/index'

export interface ToolAnswered {
  readonly text: string
  // What it is depends on the tool; each test states its own.
  readonly data: Record<string, never> & { readonly [field: string]: unknown }
  readonly isError: boolean
  /** Of the whole result, as JSON. */
  readonly bytes: number
}

/** What an answer has as a list of records. */
export const recordsIn = (value: unknown): readonly { readonly id: string }[] =>
  JSON.parse(JSON.stringify(value))

export interface Agent {
  readonly client: Client
  use(name: string, given?: object): Promise<ToolAnswered>
}

export const agentOn = async (transport: Transport): Promise<Agent> => {
  const client = new Client({ name: 'tests', version: '1.0.0' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const use = async (name: string, given: object = {}): Promise<ToolAnswered> => {
    const result = await client.callTool({ name, arguments: { ...given } })
    const [first] = result.content as readonly { readonly text: string }[]
    return {
      text: first?.text ?? '',
      data: (result.structuredContent ?? {}) as ToolAnswered['data'],
      isError: result.isError === true,
      bytes: Buffer.byteLength(JSON.stringify(result)),
    }
  }
  return { client, use }
}

/** Over streamable HTTP, to a server or within the process. */
export const agentOf = (
  sandbox: Sandbox,
  url = sandbox.url,
  headers: Record<string, string> = {},
): Promise<Agent> =>
  agentOn(
    new StreamableHTTPClientTransport(new URL(`${url}/_sandbox/mcp`), {
      requestInit: { headers },
      ...(url === sandbox.url ? { fetch: (address, init) => sandbox.fetch(String(address), init) } : {}),
    }) as Transport,
  )

/** Charges a card, loses a webhook and finds out why, proves that a lost answer charges once: by tools only. */
export const wholeStory = async (agent: Agent): Promise<void> => {
  await payAndFail(agent)
  await loseAnAnswer(agent)
}

const order = { amount: 99_900, currency: 'thb', metadata: { order: 'A-1' } }

const payAndFail = async ({ use }: Agent): Promise<void> => {
  const { data: info } = await use('sandbox_info')
  expect(info).toMatchObject({ keys: { secret: 'skey_test_sandbox' }, livemode: false })
  const endpoint = 'http://127.0.0.1:9/hooks'
  await use('call_api', { method: 'PATCH', path: '/account', parameters: { webhook_endpoints: [endpoint] } })

  const { data: token } = await use('create_token')
  const paid = await use('call_api', {
    method: 'POST',
    path: '/charges',
    parameters: { ...order, card: token.id },
  })
  expect(paid.data).toMatchObject({
    status: 200,
    body: { object: 'charge', amount: 99_900, status: 'successful' },
  })

  const { data: poor } = await use('create_token', { card: 'insufficient_fund' })
  const declined = await use('call_api', {
    method: 'POST',
    path: '/charges',
    parameters: { ...order, card: poor.id },
  })
  expect(declined).toMatchObject({
    isError: false,
    data: { status: 402, body: { code: 'insufficient_fund' } },
  })
  expect((await use('explain_error')).text).toMatch(/^402 insufficient_fund: .*\n(.*\n)*What to do: /)

  await use('move_clock', { advance: '2m' })
  const { data: deliveries } = await use('list_deliveries', { key: 'charge.complete', delivered: false })
  expect(deliveries.data).toContainEqual(
    expect.objectContaining({ delivered: false, uri: endpoint, attempt: 1 }),
  )
}

const loseAnAnswer = async ({ use }: Agent): Promise<void> => {
  const { data: snapshot } = await use('snapshot', { name: 'before' })
  await use('add_fault', { method: 'POST', path: '/charges', drop: 'response' })
  const { data: another } = await use('create_token')
  const call = {
    method: 'POST',
    path: '/charges',
    idempotency_key: 'order-2',
    parameters: { ...order, metadata: { order: 'A-2' }, card: another.id },
  }
  const lost = await use('call_api', call)
  expect(lost).toMatchObject({ isError: true, text: expect.stringContaining('had no answer') })
  expect(lost.text).toContain('the same call with its idempotency_key gives its answer')
  const again = await use('call_api', call)
  expect(again.data).toMatchObject({ status: 200, replayed: true })
  expect(again.text).toMatch(/^POST \/charges: 200 \w+ \(the first answer to this idempotency_key again/)
  const { data: found } = await use('find_records', { scope: 'charge', query: 'metadata.order:A-2' })
  expect(found).toMatchObject({ total: 1, data: [{ object: 'charge', amount: 99_900 }] })
  await use('clear_faults')

  await use('snapshot', { id: snapshot.id })
  expect((await use('find_records', { query: 'metadata.order:A-2' })).data).toMatchObject({ total: 0 })
  const { data: qr } = await use('call_api', {
    method: 'POST',
    path: '/charges',
    parameters: { amount: 45_000, currency: 'thb', source: { type: 'promptpay' } },
  })
  const [{ id } = { id: '' }] = recordsIn([qr.body])
  expect((await use('simulate', { action: 'pay-charge', charge: id })).data).toMatchObject({
    id,
    status: 'successful',
  })
  expect((await use('trigger_event', { event_key: 'charge.dispute.create' })).data).toMatchObject({
    key: 'charge.dispute.create',
  })
  expect((await use('load_fixture', { name: 'saved-card' })).data).toHaveProperty('ids')
  expect((await use('search_docs', { query: 'POST /charges/{id}/refunds' })).data).toMatchObject({
    name: 'POST /charges/{id}/refunds',
  })
  await use('reset')
  expect((await use('list_requests', { path: '/charges' })).text).toBe('no request matches')
}
