/** Matchers of one answer (contract 9.4): was it paid, was it declined, and what a failure says. */
import { describe, expect } from 'vitest'
import { matchers } from '../../../src/suites/testing/matchers/matchers'
import type { Answer } from '../../support/client'
import { test as base } from '../../support/set-up'
import { failureOf, textOf } from './matchers'

type Sell = (card: string, more?: object) => Promise<Answer>

/** A test that sells to this card. */
const test = base.extend(
  'sell',
  ({ client, sandbox }): Sell =>
    (card, more = {}) =>
      client.post('/charges', { amount: 100_000, currency: 'thb', card: sandbox.token(card).id, ...more }),
)

describe('an assertion that the test does not wait for', () => {
  interface Judgement {
    readonly pass: boolean
    readonly message: () => string
  }
  const hint =
    /does not wait for this assertion, so that it can only fail beside the test: write await expect\(…\)$/

  /** How each runner asks for the judgement of a matcher. */
  const runners = {
    vitest: (result: Promise<Judgement>, said: string[]) =>
      result.then(({ message }) => void said.push(message())),
    jest: (result: Promise<Judgement>, said: string[]) =>
      result
        .then(({ message }) => void said.push(message()))
        .catch((error) => {
          throw error
        }),
  }

  test.each(Object.entries(runners))('says so in its failure, in %s, and only then', async (_, ask) => {
    const paid = { object: 'charge', id: 'chrg_test_1', amount: 100, currency: 'thb', status: 'successful' }
    const judged = () =>
      matchers.toBeDeclinedWith.call({}, Promise.resolve(paid), 'insufficient_fund') as Promise<Judgement>
    const forgotten: string[] = []
    void ask(judged(), forgotten)
    await expect.poll(() => forgotten.length).toBe(1)
    expect(forgotten[0]).toMatch(hint)
    const awaited: string[] = []
    await ask(judged(), awaited)
    await Promise.all([ask(judged(), awaited), ask(judged(), awaited)])
    await (async () => ask(judged(), awaited))()
    expect(awaited).toHaveLength(4)
    for (const text of awaited) expect(text).not.toMatch(hint)
  })
})

describe('toBeSuccessfulCharge', () => {
  test('passes for a paid charge whose fields fit, as JSON, as a promise and as a Response', async ({
    sandbox,
    sell,
  }) => {
    const { body } = await sell('visa', { metadata: { order: 'A-1' } })
    expect(body).toBeSuccessfulCharge()
    expect(body).toBeSuccessfulCharge({
      amount: 100_000,
      metadata: { order: 'A-1' },
      card: { brand: 'Visa' },
    })
    expect(body).toBeSuccessfulCharge({ id: expect.stringMatching(/^chrg_/) })
    await expect(sell('jcb')).toBeSuccessfulCharge({ card: { brand: 'JCB' } })
    const init = { headers: { authorization: sandbox.authorization.secret } }
    await expect(sandbox.fetch(`${sandbox.url}/charges/${body.id}`, init)).toBeSuccessfulCharge()
    expect({ list: [body] }).toEqual({ list: [expect.toBeSuccessfulCharge({ amount: 100_000 })] })
  })

  test('names each field that differs', async ({ sell }) => {
    const { body } = await sell('visa', { metadata: { order: 'A-1' } })
    const wanted = { amount: 90_000, metadata: { order: 'A-2' } }
    expect(await textOf(() => expect(body).toBeSuccessfulCharge(wanted))).toBe(
      [
        "expected a successful charge with { amount: 90000, metadata: { order: 'A-2' } }, and of chrg_1 (THB 1,000.00)",
        '  amount is 100000, not 90000',
        "  metadata.order is 'A-1', not 'A-2'",
      ].join('\n'),
    )
  })

  test('says of a charge that is not paid what it waits for', async ({ client, sell }) => {
    const { body: held } = await sell('visa', { capture: false })
    expect(await textOf(() => expect(held).toBeSuccessfulCharge())).toContain(
      'it is authorized and not captured: POST /charges/chrg_1/capture',
    )
    const qr = await client.charge({ source: { type: 'promptpay' }, card: '' })
    expect(await textOf(() => expect(qr).toBeSuccessfulCharge())).toContain(
      "it is pending and waits for its payer: sandbox.simulate.payCharge('chrg_1')",
    )
  })

  test('says of an error answer its code, its message and the fields it names', async ({ client }) => {
    const { body } = await client.post('/charges', { amount: 'x', currency: 'thb' })
    const text = await failureOf(() => expect(body).toBeSuccessfulCharge())
    expect(text).toMatch(
      /^expected a successful charge, and received the error invalid_charge: .*\n {2}amount: /,
    )
  })

  test('under .not says which charge there is', async ({ sell }) => {
    const { body } = await sell('visa')
    expect(body).not.toBeSuccessfulCharge({ amount: 1 })
    expect(await textOf(() => expect(body).not.toBeSuccessfulCharge())).toBe(
      'expected no successful charge, and chrg_1 (THB 1,000.00) is one',
    )
  })
})

describe('toBeDeclinedWith', () => {
  test('takes a charge and an error answer', async ({ sandbox, sell }) => {
    const { body } = await sell('insufficient_fund')
    expect(body).toBeDeclinedWith('insufficient_fund')
    expect(body).toBeDeclinedWith()
    expect(sandbox.charges.last()).toBeDeclinedWith('insufficient_fund')
    expect(body).not.toBeDeclinedWith('stolen_or_lost_card')
    expect({ error: body }).toEqual({ error: expect.toBeDeclinedWith() })
  })

  test('takes an error that a client threw, wherever it keeps the answer, and a promise of one', async ({
    sell,
  }) => {
    const { body } = await sell('insufficient_fund')
    const errors = {
      axios: Object.assign(new Error('402'), { response: { status: 402, data: body } }),
      got: Object.assign(new Error('402'), { response: { body: JSON.stringify(body) } }),
      ofetch: Object.assign(new Error('402'), { data: body }),
      wrapped: new Error('payment failed', { cause: Object.assign(new Error(), { body }) }),
    }
    for (const error of Object.values(errors)) {
      expect(error).toBeDeclinedWith('insufficient_fund')
      await expect(Promise.reject(error)).toBeDeclinedWith('insufficient_fund')
    }
    await expect(Promise.resolve(Response.json(body, { status: 402 }))).toBeDeclinedWith('insufficient_fund')
  })

  test('takes an answer that a client throws as it is, as the published one does', async ({ sell }) => {
    const { body } = await sell('insufficient_fund')
    await expect(Promise.reject(body)).toBeDeclinedWith('insufficient_fund')
  })

  test('says the other reason, also of an error whose code stands for several failures', async ({ sell }) => {
    const { body } = await sell('stolen_or_lost_card')
    expect(await failureOf(() => expect(body).toBeDeclinedWith('insufficient_fund'))).toBe(
      'expected a decline with insufficient_fund, but it was declined with stolen_or_lost_card: stolen or lost card',
    )
    const general = await sell('failed_fraud_check')
    expect(general.body).toBeDeclinedWith('payment_declined')
    expect(await textOf(() => expect(general.body).toBeDeclinedWith('failed_fraud_check'))).toContain(
      'several failures answer payment_declined: failure_code of chrg_1 says which one it was',
    )
  })

  test('says what came instead of a decline', async ({ client, sell }) => {
    const { body } = await sell('visa')
    expect(await textOf(() => expect(body).toBeDeclinedWith())).toBe(
      'expected a decline, and received the charge chrg_1 (THB 1,000.00), which is successful',
    )
    const refused = await client.post('/charges', { amount: 1, currency: 'thb', card: 'tokn_test_1' })
    expect(await failureOf(() => expect(refused.body).toBeDeclinedWith())).toMatch(
      /^expected a decline, and received the error \w+: .*, which refuses the request and declines no payment/,
    )
  })

  test.each([
    ['nothing', undefined, 'was the answer returned and awaited?'],
    ['an error without an answer', new Error('fetch failed'), 'did the request reach the sandbox?'],
    ['something else', { refused: true }, "it has no \"object\": 'charge' or 'error'"],
  ])('fails for %s, also under .not', async (_, received, reason) => {
    expect(await failureOf(() => expect(received).toBeDeclinedWith())).toContain(reason)
    expect(await failureOf(() => expect(received).not.toBeDeclinedWith())).toContain(reason)
    expect(await failureOf(() => expect(received).not.toBeSuccessfulCharge())).toContain(reason)
    const later = Promise.resolve(received)
    expect(await failureOf(() => expect(later).not.toBeDeclinedWith())).toContain(reason)
  })

  test('under .not says the reason of the decline', async ({ sell }) => {
    const { body } = await sell('insufficient_fund')
    expect(await failureOf(() => expect(body).not.toBeDeclinedWith())).toBe(
      'expected no decline, but it was declined with insufficient_fund',
    )
  })
})
