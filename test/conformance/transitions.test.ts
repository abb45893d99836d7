import { describe, expect, test } from 'vitest'
import { makeClient } from '../support/client'
import { makeSandbox } from '../support/sandbox'
import { type StandingName, standings } from './standings'
import { builtTransitions } from './tables'

/** The ways in which a charge can be in the state that the specification names. */
const standingsOf: Readonly<Record<string, readonly StandingName[]>> = {
  successful: ['auto-captured', 'captured by hand'],
  pending: ['authorized, capture=false', 'waiting for 3-D Secure'],
  failed: ['failed'],
  captured: ['auto-captured', 'captured by hand', 'refunded in full', 'voided'],
}

/** The request of each cause; a refund of what remains comes after one of a part. */
const causes: Readonly<Record<string, { path: string; before?: number }>> = {
  'full refund': { path: 'refunds' },
  'refund of what remains': { path: 'refunds', before: 2_500 },
  refund: { path: 'refunds' },
  capture: { path: 'capture' },
}

const cases = builtTransitions.flatMap((row) =>
  (standingsOf[row.from ?? ''] ?? []).map((standing) => ({ ...row, standing })),
)

describe('spec 3.3: what may be done with a charge, by its state', () => {
  test.each(cases)('$by of a $from charge ($standing): $refusal.code', async ({ by, standing, refusal }) => {
    const sandbox = makeSandbox()
    const client = makeClient(sandbox)
    const { id } = await standings[standing]({ sandbox, client })
    const cause = causes[by]
    if (cause?.before !== undefined) await client.refund(id, { amount: cause.before })
    const answer = await client.post(`/charges/${id}/${cause?.path}`)
    if (refusal === null) expect(answer.status).toBe(200)
    else expect(answer).toMatchObject({ status: refusal.status, body: { code: refusal.code } })
  })

  test('every row of the table is driven', () => {
    for (const row of builtTransitions) {
      expect(Object.keys(standingsOf)).toContain(row.from)
      expect(Object.keys(causes)).toContain(row.by)
    }
  })
})
