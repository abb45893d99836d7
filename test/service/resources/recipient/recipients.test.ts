import { describe, expect } from 'vitest'
import type { Recipient } from '../../../../src/index'
import { bankNames } from '../../../../src/service/resources/bank-account/model'
import { bankCodesOf } from '../../../../src/service/simulation/banks'
import { createRecipient, goodAccount, goodRecipient, verifyRecipient } from '../../../support/payouts'
import { expectError, expectSuccess, later, setUp, start, stateOf, test } from '../../../support/set-up'

describe('200: creation (4.5)', () => {
  test('shows the recipient with its bank account, not yet active and not yet verified (3.3)', async () => {
    const { client, sandbox } = setUp()
    const recipient = await createRecipient(client, {
      email: 'shop@example.com',
      tax_id: '0105',
      metadata: { a: '1' },
    })
    expect(recipient).toEqual({
      object: 'recipient',
      id: expect.stringMatching(/^recp_test_[0-9a-z]{19}$/),
      livemode: false,
      location: `/recipients/${recipient.id}`,
      deleted: false,
      bank_account: {
        object: 'bank_account',
        livemode: false,
        last_digits: '7890',
        account_number: '1234567890',
        name: 'Shop Ltd',
        type: null,
        created_at: start,
        brand: 'Bangkok Bank',
        bank_code: 'bbl',
        branch_code: null,
      },
      active: false,
      default: false,
      verified: false,
      description: null,
      email: 'shop@example.com',
      failure_code: null,
      name: 'Shop Ltd',
      schedule: null,
      tax_id: '0105',
      type: 'corporation',
      metadata: { a: '1' },
      created_at: start,
      verified_at: null,
      activated_at: null,
    })
    expect(sandbox.recipients.get(recipient.id)).toEqual(recipient)
    expect(sandbox.events.list().map((event) => event.key)).toEqual(['recipient.create'])
  })

  test.for(bankCodesOf('TH'))('takes the Thai bank %s and shows its name', async (code, { client }) => {
    const { bank_account } = await createRecipient(client, { bank_account: { ...goodAccount, brand: code } })
    expect(bank_account).toMatchObject({ bank_code: code, brand: bankNames[code] })
    expect(bank_account.brand).toMatch(/^[A-Z]/)
  })

  const spellings = [
    [
      { brand: 'BBL', number: '123-4-56789-0', name: ' Shop ' },
      { bank_code: 'bbl', account_number: '1234567890', name: 'Shop' },
    ],
    [
      { bank_code: 'scb', number: 1234567890, name: 'Shop' },
      { bank_code: 'scb', last_digits: '7890' },
    ],
  ] as const

  test.for(spellings)('a bank account can be written as %j', async ([bank_account, shown], { client }) => {
    expect((await createRecipient(client, { bank_account })).bank_account).toMatchObject(shown)
  })

  test('outside of Thailand any bank is accepted, in Japan with branch and kind of account', async () => {
    const { client } = setUp({ country: 'JP' })
    const bank_account = {
      bank_code: '0001',
      branch_code: '123',
      type: 'normal',
      number: '0000012',
      name: 'Mise',
    }
    expect((await createRecipient(client, { bank_account })).bank_account).toMatchObject({
      bank_code: '0001',
      brand: '0001',
      branch_code: '123',
      type: 'normal',
    })
  })

  test('accounts with auto_activate_recipients make active ones (2.11)', async ({ client }) => {
    expectSuccess(await client.patch('/account', { auto_activate_recipients: true }))
    expect(await createRecipient(client)).toMatchObject({
      active: true,
      activated_at: start,
      verified: false,
    })
  })
})

describe('400: creation and update refuse wrong values', () => {
  const own = [
    ['no name', { name: '' }, ['name'], "name can't be blank"],
    ['no type', { type: null }, ['type'], "type can't be blank"],
    [
      'an unknown type',
      { type: 'robot' },
      ['type'],
      'type is not included in the list (individual, corporation)',
    ],
    ['an address that is none', { email: 'nowhere' }, ['email'], 'email is in invalid format'],
    [
      'several things at once',
      { name: '', type: 'x', bank_account: { ...goodAccount, number: 'x' } },
      ['name', 'type', 'bank_account[number]'],
      /^name can't be blank, type is not .*, and number must contain/,
    ],
  ] as const

  test.for(own)('%s: invalid_recipient', async ([_, params, fields, message], { client, sandbox }) => {
    const before = stateOf(sandbox)
    const answer = await client.post('/recipients', { ...goodRecipient, ...params }, { as: 'json' })
    expectError(answer, 'invalid_recipient', { fields, message })
    expect(stateOf(sandbox)).toBe(before)
  })

  const banks = [
    ['no bank account', undefined, 'bank_account', "bank_account can't be blank"],
    ['no number', { brand: 'bbl', name: 'A' }, 'bank_account[number]', "number can't be blank"],
    [
      'letters for a number',
      { ...goodAccount, number: 'TH12' },
      'bank_account[number]',
      'number must contain 4-20 digit characters',
    ],
    ['no holder', { ...goodAccount, name: ' ' }, 'bank_account[name]', "name can't be blank"],
    ['no bank', { ...goodAccount, brand: '' }, 'bank_account[brand]', "brand can't be blank"],
    [
      'an unknown bank',
      { ...goodAccount, brand: 'constructor' },
      'bank_account[brand]',
      /^brand is not included in the list \(test, bbl/,
    ],
    [
      'an unknown kind',
      { ...goodAccount, type: 'gold' },
      'bank_account[type]',
      'type is not included in the list (normal, current)',
    ],
  ] as const

  test.each(banks)('%s: invalid_bank_account', async (_, bank_account, field, message) => {
    const { client, sandbox } = setUp()
    const before = stateOf(sandbox)
    const answer = await client.post(
      '/recipients',
      { name: 'A', type: 'individual', bank_account },
      { as: 'json' },
    )
    expectError(answer, 'invalid_bank_account', { fields: [field], message })
    expect(stateOf(sandbox)).toBe(before)
  })

  test('a bank account that is no object', async ({ client }) => {
    const answer = await client.post('/recipients', { ...goodRecipient, bank_account: 'bbl' })
    expectError(answer, 'invalid_recipient', { fields: ['bank_account'], message: 'bank_account is invalid' })
  })

  test('an update is held to the same, and changes nothing when refused', async ({ client, sandbox }) => {
    const { id } = await createRecipient(client)
    const before = stateOf(sandbox)
    expectError(await client.patch(`/recipients/${id}`, { type: 'x' }), 'invalid_recipient', {
      message: /^type is not/,
    })
    expectError(
      await client.patch(`/recipients/${id}`, { bank_account: { brand: 'x' } }),
      'invalid_bank_account',
      {
        message: /^brand is not/,
      },
    )
    expect(stateOf(sandbox)).toBe(before)
  })
})

describe('200: update', () => {
  test('changes what is given; an empty text takes it away', async ({ client, sandbox }) => {
    const before = await createRecipient(client, {
      email: 'shop@example.com',
      description: 'Shop',
      tax_id: '1',
    })
    const params = {
      email: 'new@example.com',
      description: '',
      tax_id: '',
      metadata: { b: '2' },
      type: 'individual',
    }
    const after = expectSuccess(await client.patch<Recipient>(`/recipients/${before.id}`, params))
    expect(after).toEqual({ ...before, ...params, description: null, tax_id: null })
    expect(sandbox.events.last()).toMatchObject({ key: 'recipient.update', data: after })
  })

  const blanks = [
    ['as Go sends it', { name: '', type: '', bank_account: { number: '', name: '' } }],
    [
      'with blanks and nulls',
      { name: ' ', type: null, bank_account: { brand: '', number: null, bank_code: '' } },
    ],
    ['with its present values', { name: 'Shop Ltd', bank_account: goodAccount }],
  ] as const

  test.for(blanks)(
    'blank name, type and bank account stay as they are: %s (contract 5.2)',
    async ([_, params], { client }) => {
      const { id } = await createRecipient(client)
      const verified = await verifyRecipient(client, id)
      const sent = { ...params, description: 'Shop' }
      const after = expectSuccess(await client.patch(`/recipients/${id}`, sent, { as: 'json' }))
      expect(after).toEqual({ ...verified, description: 'Shop' })
    },
  )

  const identities = [
    ['name', { name: 'Another' }],
    ['number', { bank_account: { number: '1111111111' } }],
    ['holder', { bank_account: { name: 'Another' } }],
    ['bank', { bank_account: { brand: 'kbank' } }],
  ] as const

  test.each(identities)('another %s must be verified again; it stays active', async (_, params) => {
    const { client, sandbox } = setUp()
    const { id } = await createRecipient(client)
    await verifyRecipient(client, id)
    await sandbox.clock.advance('1h')
    const after = expectSuccess(await client.patch<Recipient>(`/recipients/${id}`, params))
    expect(after).toMatchObject({ verified: false, verified_at: null, active: true, activated_at: start })
    const isBank = 'bank_account' in params
    expect(after.bank_account.created_at).toBe(isBank ? later(start, 3_600_000) : start)
  })
})
