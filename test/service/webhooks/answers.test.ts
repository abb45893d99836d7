/** What a receiver says to an attempt that fails is kept, as far as a person reads it. */
import { describe, expect } from 'vitest'
import { makeControl } from '../../support/control'
import { partOf, readPage, textOf } from '../../support/dashboard'
import { serverOf } from '../../support/server'
import { setUp, test } from '../../support/set-up'

const openReceiver = async (status: number, body: string): Promise<string> => {
  const origin = await serverOf((request, answer) => {
    request.resume()
    answer.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body)
  })
  return `${origin}/hooks`
}

const said = 'ลายเซ็น: signature mismatch for order A-1001'

describe.each([
  { how: 'over Node’s sockets', listens: true },
  { how: 'by fetch', listens: false },
])('an answer that came $how', ({ listens }) => {
  const deliver = async (status: number, body: string) => {
    const { sandbox, client } = setUp({ webhook: await openReceiver(status, body) })
    if (listens) await sandbox.listen({ port: 0, vaultPort: 0 })
    await client.customer({})
    await sandbox.webhooks.settle()
    return { sandbox, delivery: sandbox.webhooks.deliveries()[0] }
  }

  test('is kept with an attempt that failed, and shown', async () => {
    const { sandbox, delivery } = await deliver(401, said)
    expect(delivery).toMatchObject({ status: 401, delivered: false, answer: said })
    const { body } = await makeControl(sandbox).get('/deliveries')
    expect(JSON.stringify(body)).toContain(said)
    const page = await readPage(sandbox, `/webhooks?delivery=${delivery?.id}`)
    expect(textOf(partOf(page, 'article'))).toContain(`The receiver said ${said}`)
  })

  test('is kept in its first 1,000 characters', async () => {
    const { delivery } = await deliver(500, 'x'.repeat(200_000))
    expect(delivery?.answer).toBe('x'.repeat(1000))
  })

  test('is not kept after a success, nor where there is none', async () => {
    expect((await deliver(200, said)).delivery?.answer).toBe(null)
    expect((await deliver(500, '')).delivery?.answer).toBe(null)
  })
})

test('the answer of a function is kept, too', async ({ sandbox, client }) => {
  sandbox.webhooks.onDelivery(() => new Response(said, { status: 422 }))
  await client.customer({})
  await sandbox.webhooks.settle()
  expect(sandbox.webhooks.deliveries()[0]).toMatchObject({ status: 422, answer: said })
})
