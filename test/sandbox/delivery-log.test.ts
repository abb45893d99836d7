import { expect, onTestFinished, test, vi } from 'vitest'
import { createKeepable } from '../../src/create-sandbox'
import type { DeliveryEntry } from '../../src/sandbox/webhooks/delivery'
import { Accounts } from '../../src/service/accounts'
import { makeClient } from '../support/client'

test('the log of a server names the record of each attempt, without a search through the other accounts', async () => {
  const sandbox = createKeepable({ accounts: [{}, {}] })
  onTestFinished(() => sandbox.close())
  const searches = vi.spyOn(Accounts.prototype, 'worlds', 'get')
  onTestFinished(() => searches.mockRestore())
  const entries: DeliveryEntry[] = []
  sandbox.onDelivery((entry) => entries.push(entry))
  const objects: string[] = []
  for (const account of sandbox.accounts) {
    account.test.webhooks.onDelivery(() => new Response())
    objects.push((await makeClient(sandbox, account).customer()).id)
    await account.test.webhooks.settle()
  }
  expect(entries.map(({ key, object, status }) => [key, object, status])).toEqual(
    objects.map((id) => ['customer.create', id, 200]),
  )
  expect(searches).not.toHaveBeenCalled()
})
