/** Which webhooks are refused, and what the log then says: it has to find the mistake by itself. */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SandboxError } from '../../../src/kernel/sandbox-error'
import {
  signWebhook,
  type VerifyWebhookOptions,
  verifyWebhook,
  WebhookError,
} from '../../../src/service/webhooks/signature'
import { seeded } from '../../support/arbitraries'

const secret = 'whsec_sample'
const body = '{"id":"evnt_test_1","key":"charge.create","data":{}}'
const bytes = new TextEncoder().encode(body)
const signedAt = 1_760_000_000
const now = signedAt * 1000
const signed = signWebhook({ body, secret, timestamp: signedAt })

const refusalOf = (options: Partial<VerifyWebhookOptions>): WebhookError => {
  try {
    verifyWebhook({ body, headers: signed.headers, secret, now, ...options })
  } catch (error) {
    if (error instanceof WebhookError) return error
    throw error
  }
  throw new Error('it was accepted')
}

const ofOmise = { 'omise-signature': signed.signature }
const twoOthers = `${'0'.repeat(64)},${'1'.repeat(64)}`

type Refused = [what: string, options: Partial<VerifyWebhookOptions>, message: RegExp]

/** By code: what is wrong with a request, and what the log then says. */
const refused: Readonly<Record<string, readonly Refused[]>> = {
  missing_signature: [
    ['no headers', { headers: {} }, /^there is no Service-Signature header$/],
    ['an empty signature', { signature: ' ' }, /no Service-Signature/],
    [
      'the name of another service',
      { headers: ofOmise, headerPrefix: 'Service' },
      /there is Omise-Signature: pass headerPrefix: 'Omise'$/,
    ],
  ],
  missing_timestamp: [
    [
      'no timestamp',
      { headers: { 'service-signature': signed.signature } },
      /no Service-Signature-Timestamp header$/,
    ],
    ['no timestamp, of another service', { headers: ofOmise }, /no Omise-Signature-Timestamp header$/],
  ],
  malformed_timestamp: [
    ['a timestamp in words', { timestamp: 'now' }, /is not Unix seconds$/],
    ['a negative timestamp', { timestamp: '-1760000000' }, /is not Unix seconds$/],
    ['milliseconds', { timestamp: '1760000000000' }, /it looks like milliseconds$/],
  ],
  malformed_signature: [
    ['a signature that is no hex', { signature: 'c2lnbmF0dXJl' }, /holds no 64 hex digits$/],
    ['a signature that was cut', { signature: signed.signature.slice(1) }, /64 hex digits/],
  ],
  signature_mismatch: [
    ['another secret', { secret: 'other' }, /^the signature was not made with this secret/],
    ['two other secrets', { secret: ['a', 'b'] }, /with any of the 2 secrets/],
    ['two signatures of others', { signature: twoOthers }, /^none of the 2 signatures was made/],
    ['another timestamp', { timestamp: '1760000001' }, /over this timestamp and body$/],
    ['a changed body', { body: body.replace('1', '2') }, /over this timestamp and body$/],
    ['an empty body', { body: '' }, /the body is empty; something read it before$/],
  ],
  timestamp_too_old: [
    ['301 s of age', { now: now + 301_000 }, /^it was signed 301 s ago, more than 300 s$/],
    ['any age where none is allowed', { now: now + 1000, toleranceSeconds: 0 }, /than 0 s$/],
  ],
  timestamp_too_new: [['301 s to come', { now: now - 301_000 }, /^it was signed 301 s in the future/]],
}
const rows = Object.entries(refused).flatMap(([code, all]) => all.map((row) => [code, ...row] as const))

const wrongBodies: [what: string, body: string | Uint8Array][] = [
  ['no JSON', 'hello'],
  ['a list', '[]'],
  ['no event', '{"id":"chrg_test_1"}'],
  ['an event without data', '{"id":"evnt_test_1","key":"charge.create"}'],
]

describe('a webhook is refused', () => {
  it.each(rows)('%s: with %s', (code, _, options, message) => {
    const error = refusalOf(options)
    expect(error.code).toBe(code)
    expect(error.message).toMatch(message)
  })

  it.each(wrongBodies)('when it was signed, but is %s', (_, wrong) => {
    const { headers } = signWebhook({ body: wrong, secret, timestamp: signedAt })
    expect(refusalOf({ body: wrong, headers }).code).toBe('malformed_body')
  })

  it('after any change of a byte of the body', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (position, change) => {
        const changed = Uint8Array.from(bytes)
        changed[position] = (bytes[position] ?? 0) ^ change
        expect(refusalOf({ body: changed }).code).toBe('signature_mismatch')
      }),
      seeded(100),
    )
  })

  it('for any bytes of an unknown sender, with a reason and never with a crash', () => {
    const unsigned = fc.record({ body: fc.string(), signature: fc.string(), timestamp: fc.string() })
    const property = fc.property(unsigned, (sent) => void expect(refusalOf(sent).message).not.toBe(''))
    fc.assert(property, seeded(100))
  })
})

describe('the reason says what would have matched', () => {
  const decoded = 'c2VjcmV0IGJ5dGVzIHRoYXQgc2lnbg=='
  const inBase64Here = { secret: decoded, secretEncoding: 'base64' } as const
  const inBase64 = signWebhook({ body, ...inBase64Here, timestamp: signedAt }).headers
  const inText = signWebhook({ body, secret: decoded, timestamp: signedAt }).headers
  const overBodyAlone = createHmac('sha256', secret).update(body).digest('hex')
  const spaced = '{"id": "evnt_test_1",\n "key": "charge.create", "data": {}}'

  it.each<[what: string, options: Partial<VerifyWebhookOptions>, hint: RegExp]>([
    ['the decoded secret', { headers: inBase64, secret: decoded }, /use secretEncoding 'base64'$/],
    ['the plain secret', { ...inBase64Here, headers: inText }, /use secretEncoding 'utf8'$/],
    ['the secret without a line end', { secret: `${secret}\n` }, /white space or quotes/],
    ['the secret without its quotes', { secret: `"${secret}"` }, /white space or quotes/],
    ['no timestamp', { signature: overBodyAlone }, /made over the body alone/],
    ['the body before it was printed again', { body: spaced }, /pass the bytes as they came/],
    ['the body without a line end', { body: `${body}\n` }, /pass the bytes as they came/],
  ])('%s', (_, options, hint) => {
    const error = refusalOf(options)
    expect(error.code).toBe('signature_mismatch')
    expect(error.message).toMatch(hint)
  })

  it('a body that the service could not have sent, even where nothing matches', () => {
    expect(refusalOf({ body: spaced.replace('1', '2') }).message).toMatch(/spread over lines/)
  })

  it('but guesses nothing about a large body: what an unknown sender sends costs one hash', () => {
    const large = JSON.stringify({ id: 'x'.repeat(70_000) }, null, 2)
    expect(refusalOf({ body: large }).message).toMatch(/over this timestamp and body$/)
  })
})

describe('a wrong call is not a wrong request: it throws a SandboxError, invalid_option', () => {
  it.each<[what: string, options: object, message: RegExp]>([
    ['a parsed body', { body: JSON.parse(body) }, /^body is a parsed object: pass the text or the bytes/],
    ['no body', { body: undefined }, /^body is undefined/],
    ['no secret, as from an unset variable', { secret: undefined }, /^secret is missing or empty/],
    ['an empty secret', { secret: '' }, /^secret is missing or empty/],
    ['no secrets', { secret: [] }, /^secret is missing or empty/],
    ['one empty secret of two', { secret: ['a', ''] }, /^secret is missing or empty/],
    ['a secret that is not base64', { secret: 'not base64!', secretEncoding: 'base64' }, /is not base64/],
    ['an unknown encoding', { secretEncoding: 'hex' }, /^secretEncoding must be utf8 or base64, not "hex"/],
    ['no time', { now: new Date('never') }, /^now is not a time/],
    ['no tolerance', { toleranceSeconds: Number.NaN }, /^toleranceSeconds/],
  ])('%s', (_, options, message) => {
    const call = () => verifyWebhook({ body, headers: signed.headers, secret, now, ...options })
    expect(call).toThrow(SandboxError)
    expect(call).toThrow(
      expect.objectContaining({ code: 'invalid_option', message: expect.stringMatching(message) }),
    )
  })

  it('a timestamp that is no whole number', () => {
    expect(() => signWebhook({ body, secret, timestamp: 1.5 })).toThrow(
      /^timestamp is whole Unix seconds, not 1.5/,
    )
  })
})
