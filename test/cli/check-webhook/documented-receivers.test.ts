/** Contract 16: receivers written from the documentation of each service accept what the servers of its profile send. */
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { receiverOf } from '../../support/documented-receivers'
import { serverOf } from '../../support/server'
import { command, serving } from '../command'
import { nodeSale } from '../sales'

const secret = 'c2VjcmV0LW9mLXRoZS1zaG9w'

/** A receiver of one service. Its answers are kept. */
const receiving = async (service: 'spec' | 'omise') => {
  const accepts = receiverOf(service, secret)
  const answers: number[] = []
  const origin = await serverOf(async (request, response) => {
    const headers = new Headers(request.headers as Record<string, string>)
    const status = accepts({ headers, body: await text(request) })
    answers.push(status)
    response.writeHead(status).end()
  })
  return { options: ['--webhook', `${origin}/hook`, '--webhook-secret', secret], answers }
}

test('exec --intercept omise, for a program with the published client', async () => {
  const { options, answers } = await receiving('omise')
  const words = ['exec', '--intercept', 'omise', ...options, '--', process.execPath, '-e', nodeSale]
  expect(await command(words).ended).toEqual({ code: 0, stdout: '"amount": 30000\n', stderr: '' })
  expect(new Set(answers)).toEqual(new Set([200]))
})

test.each([
  ['omise', ['--profile', 'omise'], 35],
  ['spec', [], 31],
] as const)('serve, of the receiver of %s with %j', async (service, more, kinds) => {
  const { options, answers } = await receiving(service)
  const { url } = await serving([...options, ...more])
  const control = async (method: string, path: string) =>
    (await fetch(`${url}/_sandbox${path}`, { method })).json() as Promise<{ data: { key: string }[] }>
  const { data } = await control('GET', '/trigger')
  const keys = data.map(({ key }) => key).filter((key) => !key.startsWith('webhooks.'))
  expect(keys).toHaveLength(kinds)
  for (const key of keys) await control('POST', `/trigger/${key}`)
  const deliveries = async () => (await control('GET', '/deliveries?limit=1000')).data.length
  await expect.poll(async () => (await deliveries()) - answers.length).toBe(0)
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(answers.length).toBeGreaterThan(kinds)
})

test('a receiver of the other service refuses it, and exec says how it was signed', async () => {
  const { options, answers } = await receiving('spec')
  const words = ['exec', '--intercept', 'omise', ...options, '--', process.execPath, '-e', nodeSale]
  const { stderr } = await command(words).ended
  expect(new Set(answers)).toEqual(new Set([401]))
  expect(stderr).toMatch(/webhooks? (?:was|were) answered 401 .*Omise-Signature .*decoded from base64/)
})
