/** The receivers that the README shows, run as they are printed there. */
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { transpile } from 'typescript'
import { expect, it, vi } from 'vitest'
import * as webhooks from '../../src/webhooks/signature'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const section = /^## Receiving webhooks\n([\s\S]*?)^## /m.exec(readme)?.[1] ?? ''
const blocks = [...section.matchAll(/```(ts|js)\n([\s\S]*?)```/g)].map(([, , code = '']) => code)

const secret = 'whsec_of_the_readme'
const event = { id: 'evnt_test_1', key: 'charge.complete', data: { id: 'chrg_test_1', paid: true } }
const body = JSON.stringify(event)

/** What a block exports, or what it does with the names that it expects to be there. */
const runBlock = (code: string, names: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const exports: Record<string, unknown> = {}
  const scope = { ...names, exports, require: () => webhooks }
  const run = new Function(...Object.keys(scope), transpile(code, { module: 1, target: 99 }))
  run(...Object.values(scope))
  return exports
}

const settings = { env: { WEBHOOK_SECRET: secret } }

it('a Fetch handler, under Hono: takes what is signed, refuses what is not and says why in the log', async () => {
  const log = { log: vi.fn(), error: vi.fn() }
  const { POST } = runBlock(blocks[0] ?? '', { process: settings, console: log })
  if (typeof POST !== 'function') throw new Error('the block exports no POST')
  const app = new Hono().post('/webhooks', (context) => POST(context.req.raw))
  const send = (headers: Record<string, string>) =>
    app.request('/webhooks', { method: 'POST', body, headers })

  expect((await send(webhooks.signWebhook({ body, secret }).headers)).status).toBe(204)
  expect(log.log.mock.calls).toEqual([['chrg_test_1', true]])

  const refusal = await send(webhooks.signWebhook({ body, secret: 'another' }).headers)
  expect(refusal.status).toBe(400)
  expect(await refusal.text()).toBe('')
  expect(log.error.mock.calls).toEqual([[expect.stringContaining('was not made with this secret')]])
})

it('an Express handler: gets the raw bytes, before anything parses them', () => {
  const raw = vi.fn(() => 'raw')
  const post = vi.fn()
  runBlock(blocks[1] ?? '', {
    app: { post },
    express: { raw },
    process: settings,
    verifyWebhook: webhooks.verifyWebhook,
  })
  expect(raw).toHaveBeenCalledWith({ type: '*/*' })
  const [path, parser, handle] = post.mock.calls[0] ?? []
  expect([path, parser]).toEqual(['/webhooks', 'raw'])

  const sendStatus = vi.fn()
  handle({ body: Buffer.from(body), headers: webhooks.signWebhook({ body, secret }).headers }, { sendStatus })
  expect(sendStatus).toHaveBeenCalledWith(204)
  const parsed = { body: event, headers: webhooks.signWebhook({ body, secret }).headers }
  expect(() => handle(parsed, { sendStatus })).toThrow('body is a parsed object')
})
