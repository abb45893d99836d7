import { bankAccountRecord } from '../bank-account/record'
import * as field from '../field'
import { record, type Shown } from '../record'
import { type RecipientRow, recipientFlagsOf, recipientTypes } from './model'

/** A person or company that transfers pay to. The related value is the newest schedule that transfers to it. */
export const recipientRecord = record<RecipientRow, string | null>((world, { id }) => {
  const schedules = world.schedules.by('recipient', id)
  return schedules.length === 0 ? null : schedules.at(schedules.length - 1).id
})({
  object: field.always('recipient'),
  id: field.id('recp'),
  livemode: field.livemode,
  location: field.location('/recipients/<id>'),
  bank_account: field.nested(bankAccountRecord)('Where its money goes'),
  active: field.flag(
    'Whether transfers to it can be sent, once it is verified',
    (recipient) => recipientFlagsOf(recipient).active,
  ),
  verified: field.flag('Whether the bank verified it', (recipient) => recipientFlagsOf(recipient).verified),
  deleted: field.flag('Whether it was deleted', (recipient) => recipientFlagsOf(recipient).deleted),
  default: field.flag(
    'Whether it is the recipient that every account has',
    (recipient) => recipient.isDefault,
  ),
  description: field.textOrNull('Text of the merchant; null when not given'),
  email: field.textOrNull('Email address; null when not given'),
  failure_code: field.textOrNull('Why the bank could not verify it; null when it did not fail'),
  name: field.text('Name of the person or company'),
  schedule: field.idOrNullOf('schedule')(
    'Id of the newest schedule that transfers to it; null when there is none',
    (_, schedule) => schedule,
  ),
  tax_id: field.textOrNull('Tax number; null when not given'),
  type: field.oneOf(recipientTypes)('A person or a company'),
  metadata: field.metadata,
  created_at: field.createdAt,
  verified_at: field.timeOrNull('When the bank verified it, ISO 8601 in UTC; null before'),
  activated_at: field.timeOrNull('When it was activated, ISO 8601 in UTC; null before'),
})
export type Recipient = Shown<typeof recipientRecord>
