import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { cases, patience, seeded } from '../../support/arbitraries'
import { auditBooks } from '../../support/auditor'
import { checkAnswer, makeClient } from '../../support/client'
import { oddControlRequests } from '../../support/odd-control'
import { type KnownIds, type OddRequest, oddRequests } from '../../support/odd-requests'
import { plainSandbox, stateOf } from '../../support/set-up'

vi.setConfig({ testTimeout: patience * (process.env.FUZZ === undefined ? 1 : 60) })

/** A sandbox with records of each kind. */
const furnish = async () => {
  const sandbox = plainSandbox()
  const client = makeClient(sandbox)
  const live = await makeClient(sandbox, sandbox.live).charge()
  const customer = await client.customer()
  const charge = await client.charge({ customer: customer.id })
  const refund = await client.refund(charge.id, { amount: 100 })
  const waiting = await client.charge({ authentication: '3DS' })
  const held = await client.authorized()
  const { id: token } = await client.token()
  const ids: KnownIds = {
    byFolder: {
      charges: [charge.id, waiting.id, held.id],
      customers: [customer.id],
      events: sandbox.events.list().map((event) => event.id),
      refunds: [refund.id],
      tokens: [token],
      transactions: [charge.transaction ?? ''],
    },
    cards: [customer.default_card ?? '', refund.id],
    otherIds: [live.id, customer.id, charge.id],
  }
  return { sandbox, ids, token, saved: sandbox.snapshot(), state: stateOf(sandbox) }
}
type Furnished = Awaited<ReturnType<typeof furnish>>

const authorizationOf = ({ sandbox }: Furnished, key: OddRequest['key']): Record<string, string> => {
  if (key === 'none') return {}
  const values = {
    public: sandbox.authorization.public,
    secret: sandbox.authorization.secret,
    live: sandbox.live.authorization.secret,
    unknown: `Basic ${btoa('skey_test_nobody:')}`,
    malformed: 'Basic =%=',
  }
  return { authorization: values[key] }
}

const decoded = (path: string): string => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Holds an answer to its form, whatever was asked; gives its status. */
const sendAndCheck = async (setup: Furnished, odd: OddRequest): Promise<number> => {
  const base = odd.host === 'vault' ? setup.sandbox.vaultUrl : setup.sandbox.url
  const request = new Request(`${base}${odd.path}${odd.query === '' ? '' : `?${odd.query}`}`, {
    method: odd.method,
    headers: { ...odd.headers, ...authorizationOf(setup, odd.key) },
    body: /^(get|head)$/i.test(odd.method) ? null : odd.body,
  })
  const { pathname, searchParams } = new URL(request.url)
  const response = await setup.sandbox.fetch(request)
  const { status, headers } = response
  const text = await response.text()
  expect(status, text).toBeLessThan(500)
  const page = headers.get('content-type')?.startsWith('text/html') === true
  if (page || /^(head|options)$/i.test(odd.method)) return status
  const answer = { status, headers, text, body: JSON.parse(text) }
  // The control plane is not the service and answers in a form of its own (test/control).
  if (decoded(pathname).startsWith('/_sandbox')) return status
  checkAnswer(request.method, decoded(pathname), answer, searchParams.has('expand'))
  return status
}

/** `FUZZ=100000` for a long run, as before a release. */
const count = Number(process.env.FUZZ ?? cases(3000))

const fewer = Math.ceil(count / 10)

const answerOf = async (answer: Response): Promise<{ readonly status: number; readonly text: string }> => ({
  status: answer.status,
  text: await answer.text(),
})

describe('whatever is sent', () => {
  test(`${count} odd requests get no 5xx, a well-formed answer each, and change nothing when refused`, async () => {
    const setup = await furnish()
    const { sandbox, saved, state } = setup
    const statuses = new Map<number, number>()
    let changed = 0
    const property = fc.asyncProperty(oddRequests(setup.ids, setup.token), async (odd) => {
      const status = await sendAndCheck(setup, odd)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const after = stateOf(sandbox)
      if (after === state) return
      changed += 1
      expect([200, 302, 402], `it changed something and was answered ${status}`).toContain(status)
      expect(['POST', 'PATCH', 'DELETE', 'post']).toContain(odd.method)
      expect(auditBooks(after)).toEqual([])
      sandbox.restore(saved)
    })
    await fc.assert(property, seeded(count))
    // Not all of it may be refused by the first check.
    expect(changed).toBeGreaterThan(count / 30)
    for (const status of [200, 400, 401, 404, 422])
      expect([status, statuses.get(status) ?? 0]).toEqual([status, expect.toSatisfy((n) => n > count / 1000)])
    await sandbox.close()
  })

  test(`${fewer} odd requests to the control plane get no 5xx, JSON or a page each, and change nothing when refused`, async () => {
    const setup = await furnish()
    const { sandbox, saved } = setup
    const statuses = new Map<number, number>()
    const property = fc.asyncProperty(oddControlRequests(setup.ids), async ({ method, path, body }) => {
      const before = stateOf(sandbox)
      const { status, text } = await answerOf(
        await sandbox.fetch(`${sandbox.url}/_sandbox${path}`, { method, body }),
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      expect(status, text).toBeLessThan(500)
      if (status >= 400) {
        if (!text.startsWith('<!doctype html>'))
          expect(JSON.parse(text)).toMatchObject({ error: { message: expect.stringMatching(/./) } })
        expect(stateOf(sandbox)).toBe(before)
      } else if (stateOf(sandbox) !== before) sandbox.restore(saved)
    })
    await fc.assert(property, seeded(fewer))
    for (const status of [200, 404, 422])
      expect([status, statuses.get(status) ?? 0]).toEqual([status, expect.toSatisfy((n) => n > fewer / 60)])
    await sandbox.close()
  })
})
