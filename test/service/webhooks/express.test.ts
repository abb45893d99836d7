/** The receiver for Express that the page of examples shows, run as it is printed there; the page runs its others itself. */
import { readFileSync } from 'node:fs'
import { transpile } from 'typescript'
import { expect, it, vi } from 'vitest'
import * as webhooks from '../../../src/service/webhooks/signature'

const page = readFileSync(new URL('../../../examples/README.md', import.meta.url), 'utf8')
const block = /```js\n(\/\/ express-route\.mjs\n[\s\S]*?)```/.exec(page)?.[1] ?? ''

const secret = 'whsec_of_the_readme'
const event = { id: 'evnt_test_1', key: 'charge.complete', data: { id: 'chrg_test_1', paid: true } }
const body = JSON.stringify(event)

/** What a block exports, with the names that it expects to be there. */
const runBlock = (code: string, names: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const exports: Record<string, unknown> = {}
  const scope = { ...names, exports, require: () => webhooks }
  const run = new Function(...Object.keys(scope), transpile(code, { module: 1, target: 99 }))
  run(...Object.values(scope))
  return exports
}

const settings = { env: { WEBHOOK_SECRET: secret } }

it('an Express handler: gets the raw bytes, before anything parses them', () => {
  const [raw, post, log] = [vi.fn(() => 'raw'), vi.fn(), vi.fn()]
  const { addWebhooks } = runBlock(block, { process: settings, console: { log } })
  if (typeof addWebhooks !== 'function') throw new Error('the block exports no addWebhooks')
  addWebhooks({ post }, { raw })
  expect(raw).toHaveBeenCalledWith({ type: '*/*' })
  const [path, parser, handle] = post.mock.calls[0] ?? []
  expect([path, parser]).toEqual(['/webhooks', 'raw'])

  const sendStatus = vi.fn()
  handle({ body: Buffer.from(body), headers: webhooks.signWebhook({ body, secret }).headers }, { sendStatus })
  expect(sendStatus).toHaveBeenCalledWith(204)
  expect(log).toHaveBeenCalledWith('charge.complete')
  const parsed = { body: event, headers: webhooks.signWebhook({ body, secret }).headers }
  expect(() => handle(parsed, { sendStatus })).toThrow('body is a parsed object')
})
