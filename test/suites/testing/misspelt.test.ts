/** A misspelt key, field or code fails a matcher, also under `.not`, where it would pass unnoticed (contract 9.4). */
import { describe, expect, test } from 'vitest'
import { setUp } from '../../support/set-up'
import { failureOf } from './matchers'

const declined = {
  object: 'charge',
  status: 'failed',
  failure_code: 'insufficient_fund',
  amount: 1,
  currency: 'thb',
}

describe.each(['in a new sandbox', 'in one with a charge, a refund and their events'])('%s', (where) => {
  const opened = async () => {
    const { sandbox, client } = setUp()
    if (where === 'in a new sandbox') return sandbox
    const { id } = await client.charge({ amount: 10_000 })
    await client.refund(id, { amount: 100 })
    return sandbox
  }

  test('a key', async () => {
    const sandbox = await opened()
    for (const assert of [
      () => expect(sandbox).not.toHaveEmitted('charge.compleet'),
      () => expect(sandbox).toHaveEmitted('charge.compleet'),
      () => expect(sandbox).not.toHaveDelivered('charge.compleet'),
    ])
      expect(await failureOf(assert)).toMatch(/there is no event charge\.compleet: .*charge\.complete/)
  })

  test('a field', async () => {
    const sandbox = await opened()
    const partial: Record<string, unknown> = { amuont: 10_000 }
    for (const assert of [
      () => expect(sandbox).not.toHaveCharged(partial),
      () => expect(sandbox).toHaveCharged(partial),
      () => expect(sandbox).not.toHaveRefunded(partial),
      () => expect(sandbox).not.toHaveEmitted('charge.complete', partial),
      () => expect(sandbox).not.toHaveEmitted('refund.create', partial),
      () => expect(sandbox).not.toHaveDelivered('charge.complete', partial),
    ])
      expect(await failureOf(assert)).toMatch(
        /no (?:record|charge|refund) has amuont.*amount|an? \w+ has no field amuont: did you mean amount\?/,
      )
  })

  test('what is spelt well passes', async () => {
    const sandbox = await opened()
    expect(sandbox).not.toHaveEmitted('transfer.create')
    expect(sandbox).not.toHaveEmitted('link.*')
    expect(sandbox).not.toHaveCharged({ amount: 7 })
    expect(sandbox).not.toHaveRefunded({ amount: 7 })
    await expect(sandbox).not.toHaveDelivered('charge.complete')
  })
})

test('a field of a charge, and of what is in it', async () => {
  const { sandbox, client } = setUp()
  const charge = await client.charge({ amount: 10_000 })
  const inside = { card: { last_digit: '4242' } } as object
  for (const [assert, field] of [
    [() => expect(charge).not.toBeSuccessfulCharge({ amuont: 1 } as object), 'amuont: did you mean amount'],
    [() => expect(charge).not.toBeSuccessfulCharge(inside), 'card.last_digit: did you mean last_digits'],
    [() => expect(sandbox).not.toHaveCharged(inside), 'card.last_digit: did you mean last_digits'],
  ] as const)
    expect(await failureOf(assert)).toContain(`a charge has no field ${field}?`)
  expect(charge).not.toBeSuccessfulCharge({ metadata: { order: 'A-1' } })
})

test('a code', async () => {
  for (const assert of [
    () => expect(declined).not.toBeDeclinedWith('insuficient_fund' as never),
    () => expect(declined).toBeDeclinedWith('insuficient_fund' as never),
    () => expect(Promise.resolve(declined)).not.toBeDeclinedWith('insuficient_fund' as never),
  ])
    expect(await failureOf(assert)).toMatch(
      /nothing is declined with 'insuficient_fund': did you mean insufficient_fund\?/,
    )
  expect(declined).not.toBeDeclinedWith('stolen_or_lost_card')
  expect(declined).toBeDeclinedWith('insufficient_fund')
})
