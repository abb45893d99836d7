import { describe, expect } from 'vitest'
import type { ErrorName } from '../../src/kernel/errors'
import type { Charge } from '../../src/service/resources/charge/record'
import type { Token } from '../../src/service/resources/token/record'
import { failingCards, successfulCards } from '../../src/service/simulation/cards'
import { errors } from '../spec/errors'
import { failingTestCards, payingTestCards } from '../spec/test-cards'
import { type Client, makeClient } from '../support/client'
import { expectError, expectSuccess, makeSandbox, test } from '../support/set-up'

/** Contract: the code of the failure where the specification has it among the 402s, else `payment_declined`. */
const declineOf = (failureCode: string): ErrorName => {
  const listed = errors.some((row) => row.status === 402 && row.code === failureCode)
  return listed ? (failureCode as ErrorName) : 'payment_declined'
}

const order = { amount: 10_000, currency: 'thb' } as const

/** The one charge of the sandbox as it was kept, its token, and the kinds of its events in order. */
const traceOf = async (client: Client, chargeId: string, tokenId: string) => {
  const charge = expectSuccess(await client.get<Charge>(`/charges/${chargeId}`))
  const token = expectSuccess(await client.get<Token>(`/tokens/${tokenId}`))
  const events = await client.get<{ data: { key: string }[] }>(`/charges/${chargeId}/events`, {
    order: 'chronological',
  })
  return { charge, token, keys: events.body.data.map((event) => event.key) }
}

const atOnce = failingTestCards.filter((card) => card.step !== 'validation')
const afterwards = failingTestCards.filter((card) => card.step === 'validation')

describe('spec 7.1: test cards that fail', () => {
  test.each(atOnce)('$number ($brand) fails its charge with $failureCode', async (card) => {
    const sandbox = makeSandbox()
    const client = makeClient(sandbox)
    const token = await client.token(card.number)
    expect(token).toMatchObject({
      used: false,
      card: { brand: card.brand, last_digits: card.number.slice(-4) },
    })
    expect(token.card?.security_code_check).toBe(card.securityCodeCheck ?? true)
    const secure = card.step === 'enrolment' ? { authentication: '3DS' } : {}
    const answer = await client.post('/charges', { ...order, card: token.id, ...secure })
    const kept = sandbox.charges.last()
    expectError(answer, declineOf(card.failureCode), { charge_id: kept?.id ?? 'none was kept' })
    const trace = await traceOf(client, kept?.id ?? '', token.id)
    expect(trace).toMatchObject({
      charge: { status: 'failed', failure_code: card.failureCode, failure_message: card.failureMessage },
      token: { used: true, charge_status: 'failed', card: null },
      keys: ['charge.create', 'charge.complete'],
    })
    expect(sandbox.transactions.count()).toBe(0)
  })

  test.for(afterwards)(
    '$number ($brand) waits, and fails with $failureCode once confirmed',
    async (card, { client }) => {
      const token = await client.token(card.number)
      const charge = await client.charge({ card: token.id })
      expect(charge).toMatchObject({ status: 'pending', failure_code: null, paid: false })
      expect(charge.authorize_uri).toMatch(/\/authorize$/)
      await client.confirm(charge)
      expect(await traceOf(client, charge.id, token.id)).toMatchObject({
        charge: { status: 'failed', failure_code: card.failureCode, failure_message: card.failureMessage },
        token: { used: true, charge_status: 'failed' },
        keys: ['charge.create', 'charge.complete'],
      })
    },
  )

  test('the tables name the same cards', () => {
    expect(failingCards.map((card) => card.number).sort()).toEqual(
      failingTestCards.map((card) => card.number).sort(),
    )
    expect([...successfulCards].sort()).toEqual(payingTestCards.map((card) => card.number).sort())
  })
})

describe('test cards that pay', () => {
  test.for(payingTestCards)('$number ($brand) pays', async ({ number, brand }, { client }) => {
    const token = await client.token(number)
    const charge = await client.charge({ card: token.id })
    expect(charge).toMatchObject({ status: 'successful', card: { brand, security_code_check: true } })
    expect((await traceOf(client, charge.id, token.id)).keys).toEqual(['charge.create', 'charge.complete'])
  })

  test.each(payingTestCards)('$number ($brand) pays after a 3-D Secure confirmation', async ({ number }) => {
    const client = makeClient(makeSandbox())
    const charge = await client.charge({ card: (await client.token(number)).id, authentication: '3DS' })
    expect(await client.confirm(charge)).toMatchObject({ status: 'successful', authenticated_by: '3DS' })
  })
})
