/** The catalogue is what the code itself goes by, and what it promises happens. */
import { describe, expect } from 'vitest'
import { createSandbox } from '../../src/index'
import { errors } from '../spec/errors'
import { events } from '../spec/events'
import { goodAccount, goodRecipient } from '../support/payouts'
import { expectSuccess, plainSandbox, test } from '../support/set-up'

const { catalogue } = plainSandbox()

describe('sandbox.catalogue', () => {
  test('is the same frozen value for every sandbox, and survives JSON', () => {
    expect(createSandbox().catalogue).toBe(catalogue)
    expect(Object.isFrozen(catalogue.testCards[0])).toBe(true)
    expect(JSON.parse(JSON.stringify(catalogue))).toEqual(catalogue)
  })

  test('has every kind of event and every error of the specification', () => {
    expect([...catalogue.eventKeys].sort()).toEqual(events.map(({ key }) => key).sort())
    const codes = catalogue.errorCodes.map(({ status, code }) => `${status} ${code}`)
    for (const { status, code } of errors) expect(codes).toContain(`${status} ${code}`)
  })

  test.for(catalogue.testCards.filter(({ step }) => step === null || step === 'charge'))(
    'a charge of $number ends as it says: $outcome',
    async ({ number, brand, outcome }, { client, sandbox }) => {
      const { id: card } = await client.token(number)
      await client.post('/charges', { amount: 10_000, currency: 'thb', card })
      expect(sandbox.charges.last()).toMatchObject({ failure_code: outcome, card: { brand } })
    },
  )

  const endings = catalogue.magicValues.filter((magic) => magic.in === 'bank_account[number]')
  test.for(endings)('$value: $effect', async ({ value, effect }, { client, sandbox }) => {
    await client.charge({ amount: 100_000 })
    const bank_account = { ...goodAccount, number: value.replace('…', '123456') }
    const { id } = expectSuccess(await client.post('/recipients', { ...goodRecipient, bank_account }))
    await client.post(`/recipients/${id}/verify`)
    const { id: transfer } = (await client.post('/transfers', { recipient: id, amount: 5_000 })).body
    if (transfer !== undefined) {
      await client.post(`/transfers/${transfer}/mark_as_sent`)
      await client.post(`/transfers/${transfer}/mark_as_paid`)
    }
    const shown = [sandbox.recipients.get(id)?.failure_code, sandbox.transfers.last()?.failure_code]
    expect(shown).toContain(effect.split(' ').at(-1))
  })

  const asked = catalogue.magicValues.filter((magic) => magic.effect.startsWith('its payment fails with'))
  test.for(asked)('$in = $value: $effect', async ({ value }, { client, sandbox }) => {
    const { id: card } = await client.token()
    const metadata = { sandbox_fail: value }
    await client.post('/charges', { amount: 10_000, currency: 'thb', card, metadata })
    expect(sandbox.charges.last()?.failure_code).toBe(value)
  })

  test('no magic value has two rows at one place', () => {
    const rows = catalogue.magicValues.map((magic) => `${magic.in} ${magic.value}`)
    expect(rows.filter((row, i) => rows.indexOf(row) !== i)).toEqual([])
  })

  test('every magic value is tried here, or is refused as the table of errors says', () => {
    const rest = catalogue.magicValues.filter((magic) => !endings.includes(magic) && !asked.includes(magic))
    const known = catalogue.errorCodes.map(({ status, code }) => `${status} ${code}`)
    for (const { in: where, effect } of rest)
      if (where.startsWith('metadata')) expect(known).toContain(effect.split(': ')[1])
      else expect(where).toBe('header Sandbox-Fault')
  })
})
