/** Commands about webhooks and documents take the profile: its headers, its encoding, its keys. */
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { signWebhook } from '../../src/service/webhooks/signature'
import { receiverOf } from '../support/documented-receivers'
import { serverOf } from '../support/server'
import { expectRefusal, inside } from './inside'

const secret = 'c2VjcmV0LW9mLXRoZS1zaG9w'
const body = '{"object":"event","id":"evnt_test_1","key":"charge.create","data":{"object":"charge"}}'

test('verify: the encoding follows the profile or the prefix, unless it is given', async () => {
  const { signature, timestamp } = signWebhook({ body, secret, headerPrefix: 'Omise' })
  const codeOf = async (...more: readonly string[]) => {
    const given = ['--signature', signature, '--timestamp', timestamp, '--secret', secret]
    return (await inside(['verify', '-', ...given, ...more], {}, body)).code
  }
  expect(await codeOf('--profile', 'omise')).toBe(0)
  expect(await codeOf('--header-prefix', 'Omise')).toBe(0)
  expect(await codeOf('--header-prefix', 'Shop', '--secret-encoding', 'base64')).toBe(0)
  expect(await codeOf()).toBe(1)
  expect(await codeOf('--profile', 'omise', '--secret-encoding', 'utf8')).toBe(1)
  expect(await codeOf('--profile', 'recorded')).toBe(2)
})

test('check-webhook: its events are those of the profile', async () => {
  const keys = new Set<string>()
  const accepts = receiverOf('omise', secret)
  const origin = await serverOf(async (request, response) => {
    const given = await text(request)
    const headers = new Headers(request.headers as Record<string, string>)
    const status = accepts({ headers, body: given })
    if (status === 200) keys.add(JSON.parse(given).key)
    response.writeHead(status).end()
  })
  const url = `${origin}/webhooks`
  const { stdout, stderr } = await inside([
    'check-webhook',
    url,
    '--secret',
    secret,
    '--profile',
    'omise',
    '--json',
  ])
  expect(stderr).toBe('')
  const { cases } = JSON.parse(stdout) as { cases: { name: string; result: string }[] }
  expect(cases.filter(({ result }) => result === 'not handled')).toEqual([])
  expect([...keys]).toEqual(expect.arrayContaining(['charge.create', 'charge.complete']))
})

test('a secret that is not base64 is refused where the profile decodes it', async () => {
  for (const words of [
    ['verify', '-', '--signature', 'ab', '--timestamp', '1'],
    ['check-webhook', 'http://127.0.0.1:1/'],
  ])
    await expectRefusal(
      [...words, '--secret', 'no base64!', '--profile', 'omise'],
      2,
      /^the secret is not base64: give the one of the service, or --secret-encoding utf8/,
    )
})

test('openapi: the document names the webhooks and headers of the profile', async () => {
  const documentOf = async (...more: readonly string[]) =>
    JSON.parse((await inside(['openapi', ...more])).stdout) as {
      webhooks: Record<string, unknown>
      components: { schemas: { Event: { properties: { key: { enum: string[] } } } } }
    }
  const [spec, omise] = [await documentOf(), await documentOf('--profile', 'omise')]
  expect(Object.keys(omise.webhooks)).toContain('charge.capture')
  expect(Object.keys(omise.webhooks)).not.toContain('source.create')
  expect(Object.keys(spec.webhooks)).not.toContain('charge.capture')
  expect(omise.components.schemas.Event.properties.key.enum).toHaveLength(35)
  expect(spec.components.schemas.Event.properties.key.enum).toHaveLength(33)
  expect(JSON.stringify(omise)).toContain('Omise-Version')
})
