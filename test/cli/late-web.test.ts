/** What the command puts in place of the web's classes, by itself and in the built command. */
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { lateWeb } from '../../src/node/late-web'
import { Http2ServerRequest } from '../../src/node/no-http2'
import { authorization, serving } from './command'

const { Request: LateRequest, Response: LateResponse, Headers: LateHeaders } = lateWeb

describe("a late class makes Node's own", () => {
  it('which Node takes', async () => {
    const request = new LateRequest('http://sandbox.test/charges', { method: 'POST', body: 'a=1' })
    expect(request).toBeInstanceOf(Request)
    expect(await new Request(request).text()).toBe('a=1')
  })

  it('of a class that extends it, as that of Hono does', () => {
    class Extended extends LateRequest {
      readonly path = '/charges'
    }
    const made = new Extended('http://sandbox.test/')
    expect(made).toBeInstanceOf(Request)
    expect(made).toBeInstanceOf(Extended)
    expect(new LateRequest('http://sandbox.test/')).not.toBeInstanceOf(Extended)
    expect([made.url, made.path]).toEqual(['http://sandbox.test/', '/charges'])
  })

  it('with what the class itself does', async () => {
    expect(LateResponse.error()).toMatchObject({ type: 'error' })
    expect(await LateResponse.json({ a: 1 }).json()).toEqual({ a: 1 })
    expect(LateResponse.redirect('http://sandbox.test/').status).toBe(302)
  })

  it('with its complaints', () => {
    expect(() => new LateResponse('', { status: 99 })).toThrow(RangeError)
  })
})

it("a late class knows what it has made, what Node's own has made, and nothing else", () => {
  const known = [new LateHeaders(), new Headers(), Object.create(LateHeaders.prototype)]
  const other = [{}, null, undefined, 'Headers', new Response(), new LateResponse()]
  expect(known.map((each) => each instanceof LateHeaders)).toEqual([true, true, true])
  expect(other.filter((each) => each instanceof LateHeaders)).toEqual([])
})

it('no request of HTTP/1.1 is one of HTTP/2', () => {
  expect(new IncomingMessage(new Socket())).not.toBeInstanceOf(Http2ServerRequest)
})

describe('the built command, which has the late classes,', () => {
  const customers = async () => {
    const { url } = await serving()
    return (init: RequestInit) =>
      fetch(`${url}/customers`, {
        method: 'POST',
        ...init,
        headers: { authorization: authorization(), ...init.headers },
      })
  }

  it('reads a form of several parts', async () => {
    const post = await customers()
    const body = new FormData()
    body.set('email', 'somchai@example.com')
    expect(await (await post({ body })).json()).toMatchObject({ email: 'somchai@example.com' })
  })

  it('cuts a connection, and answers the next request', async () => {
    const post = await customers()
    const body = new URLSearchParams({ email: 'somchai@example.com' })
    await expect(post({ body, headers: { 'sandbox-fault': 'drop=response' } })).rejects.toThrow(
      'fetch failed',
    )
    expect((await post({ body })).status).toBe(200)
  })
})
