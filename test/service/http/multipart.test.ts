import { describe, expect } from 'vitest'
import type { Charge, Customer } from '../../../src/index'
import { bytesOf, formWith } from '../../support/disputes'
import { expectError, expectSuccess, stateOf, test } from '../../support/set-up'

describe('a multipart body is a form like any other (1)', () => {
  test('brackets nest, and numbers and booleans are text', async ({ client }) => {
    const { id: card } = await client.token()
    const metadata = { 'metadata[order][id]': 'A-1', 'metadata[tags][]': 'x' }
    const body = formWith({ amount: '10000', currency: 'thb', card, capture: 'false', ...metadata })
    const charge = expectSuccess(await client.send<Charge>('POST', '/charges', { body }))
    expect(charge).toMatchObject({ amount: 10_000, capture: false })
    expect(charge.metadata).toEqual({ order: { id: 'A-1' }, tags: ['x'] })
  })

  test('it takes precedence over the query, and unknown parameters are named', async ({ client }) => {
    const body = formWith({ email: 'b@example.com', shoe: '42' })
    const answer = await client.send<Customer>('POST', '/customers?email=a@example.com', { body })
    expect(expectSuccess(answer).email).toBe('b@example.com')
    expect(answer.headers.get('sandbox-ignored-params')).toBe('shoe')
  })

  test('over a socket too', async ({ sandbox }) => {
    await sandbox.listen({ port: 0 })
    const response = await fetch(`${sandbox.url}/customers`, {
      method: 'POST',
      headers: { authorization: sandbox.authorization.secret },
      body: formWith({ 'metadata[tier]': 'gold' }),
    })
    expect(response.status).toBe(200)
    expect(sandbox.customers.last()?.metadata).toEqual({ tier: 'gold' })
  })

  test.for<[how: string, body: BodyInit, isRequest: boolean]>([
    ['a text', '', false],
    ['bytes', new Uint8Array(), false],
    ['a Request', '', true],
  ])('one without a byte is no body, whether it comes as %s', async ([_, body, isRequest], { sandbox }) => {
    const headers = { authorization: sandbox.authorization.secret, 'content-type': 'multipart/form-data' }
    const call = [`${sandbox.url}/customers`, { method: 'POST', headers, body }] as const
    const { status } = await (isRequest ? sandbox.fetch(new Request(...call)) : sandbox.fetch(...call))
    expect(status).toBe(200)
  })
})

describe('400 and 413: a multipart body that is wrong changes nothing', () => {
  const many = formWith(Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`field${i}`, ''])))
  const deep = formWith({ [`a${'[b]'.repeat(20)}`]: '1' })
  const contentType = 'multipart/form-data; boundary=x'
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'
  type Sent = { body: string | FormData; contentType?: string }
  const rows: [what: string, sent: Sent, message: RegExp, fields?: string[]][] = [
    ['no boundary', { body: 'x', contentType: 'multipart/form-data' }, /is not valid multipart/],
    ['another boundary', { body: '--y\r\n\r\n--y--', contentType }, /is not valid multipart/],
    ['cut off', { body: part, contentType }, /not valid/],
    ['too many parameters', { body: many }, /too many parameters \(maximum is 1000\)/],
    ['nested too deep', { body: deep }, /a is nested too deep/],
    [
      'a file where there are parameters only',
      { body: formWith({ description: new File([bytesOf('photo.png')], 'photo.png') }) },
      /^description is a file: this operation takes parameters only$/,
      ['description'],
    ],
  ]
  test.for(rows)('%s', async ([_, sent, message, fields], { client, sandbox }) => {
    const before = stateOf(sandbox)
    const answer = await client.send('POST', '/customers', sent)
    expectError(answer, 'bad_request', fields === undefined ? { message } : { message, fields })
    expect(stateOf(sandbox)).toBe(before)
  })

  test('one mebibyte is the limit where no file is accepted', async ({ client }) => {
    const body = formWith({ description: 'x'.repeat(1024 * 1024) })
    expectError(await client.send('POST', '/customers', { body }), 'body_too_large', {
      message: 'request body is too large (maximum is 1048576 bytes)',
    })
  })
})
