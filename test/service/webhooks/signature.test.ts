/** Signing and verifying webhooks (spec 5.1), held against Node's own HMAC and against OpenSSL. */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hmacHex } from '../../../src/kernel/digest'
import { signatureHeaders } from '../../../src/service/webhooks/scheme'
import { signWebhook, verifyWebhook, type WebhookHeaders } from '../../../src/service/webhooks/signature'
import { seeded } from '../../support/arbitraries'

const secret = 'whsec_sample'
const body = '{"id":"evnt_test_1","key":"charge.create","data":{}}'
const signedAt = 1_760_000_000
const now = signedAt * 1000
const signed = signWebhook({ body, secret, timestamp: signedAt })

/** What `openssl dgst -sha256 -hmac whsec_sample` says about `1760000000.<body>`. */
const openssl = 'be19cfbc15c588bbcd10a4aecc0069a69f40495a10589901c67574899f52ea07'
/** The same with the bytes of the secret `c2VjcmV0IGJ5dGVzIHRoYXQgc2lnbg==`. */
const opensslDecoded = '4a2ae001e05613d7f8f5948144f6bb430b2513e6e07acd3c6993cc6e10a52764'

/** Of one to four bytes, and half a character. */
const text = fc.string({ unit: fc.constantFrom('a', 'é', 'ก', '😀', '\ud83d', '\n', '"') })

describe('a signature (spec 5.1)', () => {
  it('is the hex HMAC-SHA256 of timestamp, period and body, keyed with the text of the secret', () => {
    expect(signed).toEqual({
      signature: openssl,
      timestamp: '1760000000',
      headers: { 'Service-Signature': openssl, 'Service-Signature-Timestamp': '1760000000' },
    })
  })

  it('is keyed with the decoded secret where the secret is base64', () => {
    const encoded = 'c2VjcmV0IGJ5dGVzIHRoYXQgc2lnbg=='
    const both = { body, secret: encoded, secretEncoding: 'base64' } as const
    expect(signWebhook({ ...both, timestamp: signedAt }).signature).toBe(opensslDecoded)
    expect(verifyWebhook({ ...both, headers: signWebhook(both).headers }).id).toBe('evnt_test_1')
  })

  it('holds one for each secret during a rotation, separated by a comma', () => {
    const { signature } = signWebhook({ body, secret: ['new', secret], timestamp: signedAt })
    expect(signature.split(',')).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), openssl])
  })

  it('carries the name of the service', () => {
    const { headers } = signWebhook({ body, secret, headerPrefix: 'Shop', timestamp: signedAt })
    expect(Object.keys(headers)).toEqual(['Shop-Signature', 'Shop-Signature-Timestamp'])
    expect(verifyWebhook({ body, headers, secret, headerPrefix: 'Shop', now }).key).toBe('charge.create')
  })

  it('is found under the prefix that the headers have, with the encoding that goes with it', () => {
    const encoded = 'c2VjcmV0LW9mLXRoZS1zaG9w'
    for (const [headerPrefix, secretEncoding] of [
      ['Service', 'utf8'],
      ['Shop', 'utf8'],
      ['Omise', 'base64'],
    ] as const) {
      const given = { body, secret: encoded, timestamp: signedAt }
      const { headers } = signWebhook({ ...given, headerPrefix })
      expect(headers).toEqual(signWebhook({ ...given, headerPrefix, secretEncoding }).headers)
      const get = (name: string) => new Headers(headers).get(name)
      const lower = Object.fromEntries(new Headers({ 'x-hub-signature': 'sha1', ...headers }))
      for (const form of [
        headers,
        lower,
        new Headers(headers),
        ...(headerPrefix === 'Shop' ? [] : [{ get }]),
      ])
        expect(verifyWebhook({ body, headers: form, secret: encoded, now }).key).toBe('charge.create')
    }
  })

  it('is made at this moment unless a timestamp is given', () => {
    const before = Math.floor(Date.now() / 1000)
    const { timestamp, headers } = signWebhook({ body, secret })
    expect(Number(timestamp)).toBeGreaterThanOrEqual(before)
    expect(verifyWebhook({ body, headers, secret }).id).toBe('evnt_test_1')
  })

  it('is the same from the service, which hashes with Node, for any body, secret and time', () => {
    const anything = fc.record({
      body: fc.oneof(text, fc.uint8Array()),
      secrets: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 2 }),
      timestamp: fc.integer({ min: 0, max: 4_000_000_000 }),
    })
    fc.assert(
      fc.property(anything, ({ body, secrets, timestamp }) => {
        const signing = { headerPrefix: 'Service', timestamp, body, secrets, secretEncoding: 'utf8' } as const
        const expected = secrets.map((key) =>
          createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex'),
        )
        expect(signatureHeaders(signing, hmacHex)['Service-Signature']).toBe(expected.join(','))
        expect(signWebhook({ body, secret: secrets, timestamp }).signature).toBe(expected.join(','))
      }),
      seeded(100),
    )
  })

  it('is not made where there is no secret', () => {
    const secretEncoding = 'utf8'
    const signing = { headerPrefix: 'Service', timestamp: 1, body, secrets: [], secretEncoding } as const
    expect(signatureHeaders(signing, hmacHex)).toEqual({})
  })
})

const spaced = { 'service-signature': ` ${openssl} `, 'service-signature-timestamp': ' 1760000000 ' }
const accepted: [what: string, headers: WebhookHeaders][] = [
  ['as Fetch has them', new Headers(signed.headers)],
  ['as Node and Express have them, in lower case', lowerCase(signed.headers)],
  ['as they were sent', signed.headers],
  ['with a header given twice', { ...signed.headers, 'Service-Signature': ['0'.repeat(64), openssl] }],
  ['with space around them', spaced],
  ['in upper-case hex', { ...signed.headers, 'Service-Signature': openssl.toUpperCase() }],
  ['with a second signature that is none', { ...signed.headers, 'Service-Signature': `v0,${openssl}` }],
]

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

const bytes = new TextEncoder().encode(body)

describe('a webhook is accepted', () => {
  it.each(accepted)('with headers %s', (_, headers) => {
    expect(verifyWebhook({ body, headers, secret, now })).toEqual(JSON.parse(body))
  })

  it.each([
    ['text', body],
    ['bytes', bytes],
    ['a Node buffer', Buffer.from(body)],
    ['a part of a larger buffer', Buffer.from(`>>${body}<<`).subarray(2, -2)],
    ['an ArrayBuffer', bytes.buffer],
  ])('with the body as %s', (_, form) => {
    expect(verifyWebhook({ body: form, headers: signed.headers, secret, now }).key).toBe('charge.create')
  })

  it('with signature and timestamp in place of headers', () => {
    expect(verifyWebhook({ body, ...signed, headers: undefined, secret, now }).id).toBe('evnt_test_1')
  })

  it.each([
    ['new', ['new', 'old'], 'new'],
    ['old', ['new', 'old'], 'old'],
    ['both, by a receiver that knows one', 'old', ['new', 'old']],
  ])('during a rotation, when signed with the secret: %s', (_, known, used) => {
    const { headers } = signWebhook({ body, secret: used, timestamp: signedAt })
    expect(verifyWebhook({ body, headers, secret: known, now }).id).toBe('evnt_test_1')
  })

  it.each([
    [-300, 300],
    [300, 300],
    [0, 0],
    [86_400, Number.POSITIVE_INFINITY],
  ])('%i s after it was signed, with a tolerance of %f s', (age, toleranceSeconds) => {
    const headers = signed.headers
    const late = verifyWebhook({ body, headers, secret, toleranceSeconds, now: new Date(now + age * 1000) })
    expect(late.id).toBe('evnt_test_1')
  })
})
