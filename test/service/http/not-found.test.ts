/** Spec 4.1 rule 6: each operation that names a record, asked for one that its account and mode do not have. */
import { describe } from 'vitest'
import { routesIn } from '../../../src/service/resources/registry'
import { type Answer, type Client, type Method, makeClient } from '../../support/client'
import { nameOf } from '../../support/openapi'
import { clientWith, expectError, setUpToRead, test } from '../../support/set-up'
import { askOperation, furnish, type Records } from '../../support/tour'

let made: Promise<Records> | undefined

/** What is not found changes nothing, so that all of it asks one sandbox. */
const open = setUpToRead(async (sandbox) => {
  made = furnish(makeClient(sandbox))
  await made
  sandbox.createAccount()
})

const furnished = async () => {
  const sandbox = await open()
  // Nobody has a chain or a receipt.
  const records = { ...(await made), chain: 'acch_test_1', receipt: 'rcpt_1' } as Records
  return { sandbox, records, client: makeClient(sandbox) }
}

/** An id of the same form that no record has. */
const nobodys = (id: string): string => id.replace(/...$/, 'xyz')

const rows = routesIn('spec')
  .filter(({ path }) => path.includes(':id'))
  .map((route) => ({ name: nameOf(route), route }))
type Named = (typeof rows)[number]['route']

const ask = (client: Client, records: Records, { method, path, host }: Named) =>
  askOperation(client, records, [method.toUpperCase() as Method, path], {
    host: host === 'vault' ? 'vault' : 'api',
  })

/** What the folder before an id is called in messages. */
const kindOf = (folder: string | undefined): string =>
  folder === 'webhooks' ? 'webhook secret' : (folder ?? '').replace(/s$/, '')

const expectMissing = (answer: Answer, records: Records, folder: string | undefined): void => {
  if (answer.body.code === 'dispute_not_found') {
    expectError(answer, 'dispute_not_found')
    return
  }
  const ids = Object.values(records).join('|')
  const message = new RegExp(`^${kindOf(folder)} (${ids}) was not found$|^this operation exists in test mode`)
  expectError(answer, 'not_found', { message })
}

describe('404: a record that is not there', () => {
  test.each(rows)('$name: one that nobody has', async ({ route }) => {
    const { client, records } = await furnished()
    const unknown = Object.entries(records).map(([kind, id]) => [kind, nobodys(id)])
    const asked: Records = Object.fromEntries(unknown)
    expectMissing(await ask(client, asked, route), asked, route.path.split('/')[1])
  })

  test.each(rows.filter(({ route }) => route.path.includes(':sub_id')))(
    '$name: one that nobody has below one that exists',
    async ({ route }) => {
      const { client, records } = await furnished()
      const { card, refund, document } = records
      const unknown = { card: nobodys(card), refund: nobodys(refund), document: nobodys(document) }
      const asked = { ...records, ...unknown }
      expectMissing(await ask(client, asked, route), asked, route.path.split('/')[3])
    },
  )

  test.each(rows.filter(({ route }) => !route.path.startsWith('/forex')))(
    '$name: one of another account or of the other mode',
    async ({ route }) => {
      const { sandbox, records } = await furnished()
      for (const { keys } of [...sandbox.accounts.slice(1), sandbox.live]) {
        const answer = await ask(clientWith(sandbox, keys), records, route)
        expectMissing(answer, records, route.path.split('/')[1])
      }
    },
  )
})
