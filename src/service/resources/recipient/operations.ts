import * as z from 'zod/mini'
import { firstSince, type Rows, type Sequence } from '../../../kernel/collection'
import { fail, failInvalid, failNotFound, problemWith } from '../../../kernel/errors'
import { step } from '../../../kernel/machine'
import { documented } from '../../../kernel/schema'
import { metadata, optional, text, words } from '../../../kernel/wire'
import type { World } from '../../world'
import { derivedId, settingsOf } from '../account/operations'
import { bankAccountChange, bankAccountInput, bankAccountOf, given } from '../bank-account/operations'
import { suspendOrphans } from '../occurrence/operations'
import { type RecipientRow, type RecipientType, recipientMachine, recipientTypes } from './model'

/** What is required and valid is checked below, in the service's own words. */
export const recipientCreate = () =>
  documented(
    z.object({
      name: optional('Name of the person or company', words()),
      email: optional('Email address. Default: none', text()),
      description: optional('Text of the merchant. Default: none', words()),
      type: optional('`individual` or `corporation`', text()),
      tax_id: optional('Tax number, as text. Default: none', words()),
      metadata: z.optional(metadata()),
      bank_account: optional(
        'The account that gets the transfers',
        documented(bankAccountInput(), { required: ['number', 'name'] }),
      ),
    }),
    { required: ['name', 'type', 'bank_account'] },
  )

/** Blank means unchanged. */
export const recipientUpdate = () =>
  z.object({
    name: optional(
      'Name of the person or company; a new one must be verified again. Default: unchanged',
      words(),
    ),
    email: optional('Email address. Default: unchanged', text()),
    description: optional('Text of the merchant. Default: unchanged', words()),
    type: optional('`individual` or `corporation`. Default: unchanged', text()),
    tax_id: optional('Tax number, as text. Default: unchanged', words()),
    metadata: z.optional(metadata()),
    bank_account: optional(
      'The account that gets the transfers; a new one must be verified again. Default: unchanged',
      bankAccountChange(),
    ),
  })
type RecipientInput = z.output<ReturnType<typeof recipientUpdate>>

const defaultIds = new WeakMap<World, string>()

/** Its id follows from the account and the mode, so that it is not random and needs no row. */
const defaultIdOf = (world: World): string => {
  let id = defaultIds.get(world)
  if (id === undefined) {
    id = derivedId(world.livemode ? 'recp_' : 'recp_test_', world)
    defaultIds.set(world, id)
  }
  return id
}

const individual = { type: 'individual', taxId: '' } as const
const corporation = { type: 'corporation', taxId: null } as const

/**
 * The recipient that every account has from the start (assumption `default-recipient`). Nothing is stored of it
 * until it changes or a transfer names it: an account that never pays out costs nothing.
 */
export const defaultRecipientOf = (world: World): RecipientRow => {
  const id = defaultIdOf(world)
  const { createdAt, email } = world.account
  return (
    world.recipients.get(id) ?? {
      id,
      createdAt,
      state: 'verified',
      name: email,
      email,
      description: 'Default recipient',
      ...(world.profile.defaultRecipient === 'individual' ? individual : corporation),
      bankAccount: {
        bankCode: 'test',
        branchCode: null,
        number: '123456789',
        name: 'DEFAULT BANK ACCOUNT',
        type: null,
        createdAt,
      },
      metadata: {},
      failureCode: null,
      isDefault: true,
      verifiedAt: createdAt,
      activatedAt: createdAt,
    }
  )
}

/** The recipient as a row of the collection, which the default one becomes when it is first needed. */
export const keepRecipient = (world: World, recipient: RecipientRow): RecipientRow =>
  world.recipients.get(recipient.id) ?? world.recipients.insert(recipient)

/** The rows, with the default recipient at its position. */
const withDefault = (world: World, rows: Sequence<RecipientRow>): Sequence<RecipientRow> => {
  if (world.recipients.get(defaultIdOf(world)) !== undefined) return rows
  const row = defaultRecipientOf(world)
  const place = firstSince(rows, row.createdAt)
  return {
    length: rows.length + 1,
    at: (position) => (position === place ? row : rows.at(position < place ? position : position - 1)),
  }
}

export const listedRecipients = (world: World): Sequence<RecipientRow> =>
  withDefault(world, world.recipients.by('listed', 'yes'))

/** All recipients, also deleted ones. */
export const allRecipients = (world: World): Sequence<RecipientRow> => withDefault(world, world.recipients)

export const peekRecipient = (world: World, id: string): RecipientRow | undefined =>
  id === defaultIdOf(world) ? defaultRecipientOf(world) : world.recipients.get(id)

/** All of them, as they are read one by one. */
export const recipientRows = (world: World): Rows<RecipientRow> => ({
  get: (id) => peekRecipient(world, id),
  get length() {
    return allRecipients(world).length
  },
  at: (position) => allRecipients(world).at(position),
})

/** A deleted recipient is not found (assumption `deleted-recipient`). */
export const findRecipient = (world: World, id: string): RecipientRow => {
  const recipient = peekRecipient(world, id)
  if (recipient === undefined || recipient.state === 'deleted') throw failNotFound('recipient', id)
  return recipient
}

const isRecipientType = (text: string | undefined): text is RecipientType =>
  (recipientTypes as readonly (string | undefined)[]).includes(text)

/** Applies the input to a new or an existing recipient. Reports all problems at once. */
const detailsOf = (world: World, input: RecipientInput, current: RecipientRow | null) => {
  const name = given(input.name) ?? current?.name
  const type = given(input.type) ?? current?.type
  const email = input.email === undefined ? (current?.email ?? null) : input.email.trim() || null
  const bank = bankAccountOf(world, input.bank_account, current?.bankAccount ?? null)
  const own = [
    ...(name === undefined ? [problemWith('name', "can't be blank", 'required')] : []),
    ...(type === undefined ? [problemWith('type', "can't be blank", 'required')] : []),
    ...(type === undefined || isRecipientType(type)
      ? []
      : [problemWith('type', `is not included in the list (${recipientTypes.join(', ')})`, 'not_supported')]),
    ...(email === null || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
      ? []
      : [problemWith('email', 'is in invalid format')]),
  ]
  const banks =
    input.bank_account === undefined && current === null
      ? [problemWith('bank_account', "can't be blank", 'required')]
      : bank.problems
  if (own.length > 0) throw failInvalid('invalid_recipient', [...own, ...banks])
  if (banks.length > 0) throw failInvalid('invalid_bank_account', banks)
  if (name === undefined || !isRecipientType(type)) throw new Error('a recipient has a name and a type')
  const { description, tax_id: taxId } = input
  return {
    name,
    type,
    email,
    description: description === undefined ? (current?.description ?? null) : description || null,
    taxId: taxId === undefined ? (current?.taxId ?? null) : taxId || null,
    bankAccount: bank.account,
    metadata: input.metadata ?? current?.metadata ?? {},
  }
}

export const createRecipient = (world: World, input: RecipientInput): RecipientRow => {
  const details = detailsOf(world, input, null)
  const rule = step(recipientMachine, 'new', 'create')
  // From here on nothing can fail. The default one was there before: as a row it must not come behind this one.
  keepRecipient(world, defaultRecipientOf(world))
  const recipient = world.recipients.insert({
    id: world.newId('recp'),
    createdAt: world.now(),
    state: rule.to,
    ...details,
    failureCode: null,
    isDefault: false,
    verifiedAt: null,
    // Assumption `recipient-activation`.
    activatedAt: settingsOf(world).autoActivateRecipients ? world.now() : null,
  })
  world.emit(rule.emits, 'recipient', recipient)
  if (recipient.activatedAt !== null) world.emit(['recipient.activate'], 'recipient', recipient)
  return recipient
}

/** Assumption `recipient-identity`: with another name or bank account it must be verified again. */
export const updateRecipient = (world: World, id: string, input: RecipientInput): RecipientRow => {
  const recipient = findRecipient(world, id)
  const details = detailsOf(world, input, recipient)
  const same = details.name === recipient.name && details.bankAccount === recipient.bankAccount
  const rule = same ? null : step(recipientMachine, recipient.state, 'identify')
  // From here on nothing can fail.
  const updated = world.recipients.update(keepRecipient(world, recipient), {
    ...details,
    ...(rule === null ? {} : { state: rule.to, verifiedAt: null, failureCode: null }),
  })
  world.emit(rule === null ? ['recipient.update'] : rule.emits, 'recipient', updated)
  return updated
}

/** Its transfers stay as they are; those not yet sent can no longer be sent. */
export const deleteRecipient = (world: World, id: string): RecipientRow => {
  const recipient = findRecipient(world, id)
  const rule = step(recipientMachine, recipient.state, 'delete')
  if (recipient.isDefault) throw fail('failed_deletion')
  const deleted = world.recipients.update(recipient, { state: rule.to })
  if (recipient.activatedAt !== null) world.emit(['recipient.deactivate'], 'recipient', deleted)
  world.emit(rule.emits, 'recipient', deleted)
  suspendOrphans(world, world.schedules.by('recipient', id))
  return deleted
}
