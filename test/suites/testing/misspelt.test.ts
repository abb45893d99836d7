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
    const partial = { amuont: 10_000 } as object
    for (const assert of [
      () => expect(sandbox).not.toHaveCharged(partial),
      () => expect(sandbox).toHaveCharged(partial),
      () => expect(sandbox).not.toHaveRefunded(partial),
    ])
      expect(await failureOf(assert)).toMatch(
        /no (?:record|charge|refund) has amuont.*amount|has no field amuont: did you mean amount\?/,
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
