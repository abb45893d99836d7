/** Contract 23: attempts to deliver are shared per account. */
import { expect, test } from 'vitest'
import { makeClient } from '../../support/client'
import { plainSandbox } from '../../support/set-up'
import { openSink } from '../../support/sink'

test.for([
  ['while the clock stands', false],
  ['while the clock moves', true],
] as const)('80 hanging addresses delay no webhook of another account, %s', async ([, moves]) => {
  const [dead, good] = [await openSink('hang'), await openSink()]
  const webhook = Array.from({ length: 80 }, (_, i) => `${dead.url}/${i}`)
  const sandbox = plainSandbox({ webhook, webhooks: { timeoutMs: 60_000 } })
  const other = sandbox.createAccount()
  await makeClient(sandbox, other).patch('/account', { webhook_uri: good.url })
  const own = { authorization: sandbox.authorization.secret }
  for (let i = 0; i < 3; i += 1) await sandbox.fetch('/customers', { method: 'POST', headers: own })
  const moving = moves ? sandbox.clock.advance('1d').catch(() => undefined) : null
  while (dead.received.length < 64) await new Promise((resolve) => setImmediate(resolve))
  const headers = { authorization: other.authorization.secret }
  for (let i = 0; i < 2; i += 1) await sandbox.fetch('/customers', { method: 'POST', headers })
  for (let i = 0; i < 2; i += 1) await other.webhooks.next('customer.create')
  expect(good.keys).toEqual(['customer.create', 'customer.create'])
  expect(dead.widest).toBe(64)
  await sandbox.close()
  await moving
})
