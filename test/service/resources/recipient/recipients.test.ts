import { describe, expect } from 'vitest'
import type { Recipient } from '../../../../src/index'
import { bankNames } from '../../../../src/service/resources/bank-account/model'
import { bankCodesOf } from '../../../../src/service/simulation/banks'
import type { Params } from '../../../support/form'
import { createRecipient, goodAccount, goodRecipient, verifyRecipient } from '../../../support/payouts'
import { expectRefusal, expectSuccess, later, setUp, start, test } from '../../../support/set-up'

describe('200: creation (4.5)', () => {
  test('shows the recipient with its bank account, not yet active and verified (3.3)', async ({ client }) => {
    const given = { email: 'shop@example.com', tax_id: '0105', metadata: { a: '1' } }
    const recipient = await createRecipient(client, given)
    expect(recipient).toMatchObject({
      ...given,
      id: expect.stringMatching(/^recp_test_[0-9a-z]{19}$/),
      deleted: false,
      bank_account: {
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
      failure_code: null,
      name: 'Shop Ltd',
      schedule: null,
      type: 'corporation',
      created_at: start,
      verified_at: null,
      activated_at: null,
    })
  })

  test.for(bankCodesOf('TH'))('takes the Thai bank %s and shows its name', async (code, { client }) => {
    const { bank_account } = await createRecipient(client, { bank_account: { ...goodAccount, brand: code } })
    expect(bank_account).toMatchObject({ bank_code: code, brand: bankNames[code] })
    expect(bank_account.brand).toMatch(/^[A-Z]/)
  })

  test.for([
    { brand: 'BBL', number: '123-4-56789-0', name: ' Shop ' },
    { bank_code: 'bbl', number: 1234567890, name: 'Shop' },
  ])('a bank account can be written as %j', async (bank_account, { client }) => {
    const shown = { bank_code: 'bbl', account_number: '1234567890', name: 'Shop' }
    expect((await createRecipient(client, { bank_account })).bank_account).toMatchObject(shown)
  })

  test('outside of Thailand any bank is accepted, in Japan with branch and kind of account', async () => {
    const { client } = setUp({ country: 'JP' })
    const japanese = { bank_code: '0001', branch_code: '123', type: 'normal', name: 'Mise' }
    const { bank_account } = await createRecipient(client, {
      bank_account: { ...japanese, number: '0000012' },
    })
    expect(bank_account).toMatchObject({ ...japanese, brand: '0001' })
  })

  test('accounts with auto_activate_recipients make active ones (2.11)', async ({ client }) => {
    expectSuccess(await client.patch('/account', { auto_activate_recipients: true }))
    const active = { active: true, activated_at: start, verified: false }
    expect(await createRecipient(client)).toMatchObject(active)
  })
})

describe('400: creation and update refuse wrong values', () => {
  const badAccount = (change: Params) => ({ bank_account: { ...goodAccount, ...change } })
  const several = { name: '', type: 'x', ...badAccount({ number: 'x' }) }
  const ofSeveral = /^name can't be blank, type is not .*, and number must contain/
  const kinds = 'type is not included in the list (individual, corporation)'
  const own: readonly [params: Params, fields: readonly string[], message: string | RegExp][] = [
    [{ name: '' }, ['name'], "name can't be blank"],
    [{ type: null }, ['type'], "type can't be blank"],
    [{ type: 'robot' }, ['type'], kinds],
    [{ email: 'nowhere' }, ['email'], 'email is in invalid format'],
    [{ bank_account: 'bbl' }, ['bank_account'], 'bank_account is invalid'],
    [several, ['name', 'type', 'bank_account[number]'], ofSeveral],
  ]
  const ofBank: typeof own = [
    [{ bank_account: undefined }, ['bank_account'], "bank_account can't be blank"],
    [badAccount({ number: undefined }), ['bank_account[number]'], "number can't be blank"],
    [badAccount({ number: 'TH12' }), ['bank_account[number]'], 'number must contain 4-20 digit characters'],
    [badAccount({ name: ' ' }), ['bank_account[name]'], "name can't be blank"],
    [badAccount({ brand: '' }), ['bank_account[brand]'], "brand can't be blank"],
    [badAccount({ brand: 'constructor' }), ['bank_account[brand]'], /^brand is not .* list \(test, bbl/],
    [badAccount({ type: 'gold' }), ['bank_account[type]'], /^type is not .* list \(normal, current\)$/],
  ]
  const refused = [
    ...own.map((row) => ['invalid_recipient', ...row] as const),
    ...ofBank.map((row) => ['invalid_bank_account', ...row] as const),
  ]
  test.for(refused)('%s: %j', async ([name, params, fields, message], { client, sandbox }) => {
    const create = () => client.post('/recipients', { ...goodRecipient, ...params }, { as: 'json' })
    await expectRefusal(sandbox, create, name, { fields, message })
  })

  test.for([
    [{ type: 'x' }, 'invalid_recipient', /^type is not/],
    [{ bank_account: { brand: 'x' } }, 'invalid_bank_account', /^brand is not/],
  ] as const)('an update is held to the same: %j', async ([params, name, message], { client, sandbox }) => {
    const { id } = await createRecipient(client)
    await expectRefusal(sandbox, () => client.patch(`/recipients/${id}`, params), name, { message })
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
    ['with blanks', { name: ' ', type: null, bank_account: { brand: '', number: null, bank_code: '' } }],
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
