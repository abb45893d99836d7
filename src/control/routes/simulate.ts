import * as z from 'zod/mini'
import { about, optional } from '../../kernel/wire'
import { actionArguments, callAction, inPath, type Simulate } from '../../sandbox/actions/simulate'
import { triggerable } from '../../sandbox/actions/trigger'
import { failureCodes } from '../../service/resources/charge/model'
import { chargeRecord } from '../../service/resources/charge/record'
import { type DisputeReason, disputeReasons } from '../../service/resources/dispute/model'
import { disputeRecord } from '../../service/resources/dispute/record'
import { eventRecord } from '../../service/resources/event/record'
import { occurrenceRecord } from '../../service/resources/occurrence/record'
import { recipientRecord } from '../../service/resources/recipient/record'
import { sourceRecord } from '../../service/resources/source/record'
import { transferFailureCodes } from '../../service/resources/transfer/model'
import { transferRecord } from '../../service/resources/transfer/record'
import { type ControlRoute, controlRoute, listOf, text } from '../route'

const recordId = () => z.string('must be an id').check(z.minLength(1, 'must be an id'))
const namesOf = <T extends string>(table: { readonly [name in T]: unknown }): readonly T[] =>
  Object.keys(table) as T[]
const oneOf = <T extends string>(names: readonly T[]) =>
  z.enum(names as readonly [T, ...T[]], `must be one of ${names.join(', ')}`)
const failureCode = (usual: string) =>
  optional(`Why it fails, such as \`insufficient_fund\`. Default: \`${usual}\``, oneOf(failureCodes))
const numberOrText = (what: string) =>
  optional(what, z.union([z.string(), z.int()], 'must be a text or a whole number'))

interface ActionRoute {
  readonly summary: string
  /** The field with the id of the record that it is about, and the text of that field. */
  readonly about: string
  readonly id: string
  /** Its other fields: the options of the method in `sandbox.simulate`. */
  readonly options?: () => z.core.$ZodShape
  /** The one field that the method takes as it is, not among options. */
  readonly argument?: string
  readonly returns: () => z.core.$ZodType
}

const actionRoutes: { readonly [Method in keyof Simulate]: ActionRoute } = {
  payCharge: {
    summary: 'The payer of a waiting charge pays',
    about: 'charge',
    id: 'Id of a waiting charge',
    returns: chargeRecord.schema,
  },
  failCharge: {
    summary: 'The payment of a waiting charge fails',
    about: 'charge',
    id: 'Id of a waiting charge',
    options: () => ({ failure_code: failureCode('failed_processing') }),
    returns: chargeRecord.schema,
  },
  expireCharge: {
    summary: 'Expire a waiting or authorized charge',
    about: 'charge',
    id: 'Id of a waiting or authorized charge',
    returns: chargeRecord.schema,
  },
  paySource: {
    summary: 'The payer of a source pays; a source without a charge is charged first',
    about: 'source',
    id: 'Id of the source',
    returns: sourceRecord.schema,
  },
  failSource: {
    summary: 'The payer of a source does not pay; a source without a charge is charged first',
    about: 'source',
    id: 'Id of the source',
    options: () => ({ failure_code: failureCode('payment_cancelled') }),
    returns: sourceRecord.schema,
  },
  openDispute: {
    summary: 'The cardholder disputes a charge',
    about: 'charge',
    id: 'Id of the charge',
    options: () => ({
      reason_code: optional(
        'Why the cardholder disputes it. Default: `goods_or_services_not_provided`',
        oneOf<DisputeReason>(namesOf(disputeReasons)),
      ),
      message: optional('What the cardholder says. Default: none', z.string()),
    }),
    returns: disputeRecord.schema,
  },
  decideDispute: {
    summary: 'The issuing bank decides a dispute',
    about: 'dispute',
    id: 'Id of the dispute',
    options: () => ({ outcome: about('`won` or `lost`', oneOf(['won', 'lost'])) }),
    argument: 'outcome',
    returns: disputeRecord.schema,
  },
  sendTransfer: {
    summary: 'Send a waiting transfer to the bank',
    about: 'transfer',
    id: 'Id of a waiting transfer',
    returns: transferRecord.schema,
  },
  payTransfer: {
    summary: 'A sent transfer is paid',
    about: 'transfer',
    id: 'Id of a sent transfer',
    returns: transferRecord.schema,
  },
  failTransfer: {
    summary: 'A transfer fails; sent money comes back',
    about: 'transfer',
    id: 'Id of the transfer',
    options: () => ({
      failure_code: optional(
        'Why it fails, such as `insufficient_balance`. Default: `transfer_failed`',
        oneOf(transferFailureCodes),
      ),
    }),
    returns: transferRecord.schema,
  },
  verifyRecipient: {
    summary: 'The bank verifies a recipient',
    about: 'recipient',
    id: 'Id of the recipient',
    returns: recipientRecord.schema,
  },
  runSchedule: {
    summary: 'Run the next occurrence of a schedule now',
    about: 'schedule',
    id: 'Id of the schedule',
    returns: occurrenceRecord.schema,
  },
  payLink: {
    summary: 'A payer pays a payment link; a declined card gives the failed charge',
    about: 'link',
    id: 'Id of the payment link',
    options: () => ({
      card: optional(
        'The card that pays. Default: one that succeeds, also for each field that is left out',
        z.strictObject({
          number: optional('Number of the card, as text', z.string('must be a text of digits')),
          name: optional('Name of the cardholder', z.string('must be a text')),
          expiration_month: numberOrText('Last month in which the card is valid, from 1 to 12'),
          expiration_year: numberOrText('Year of that month, with four digits'),
          security_code: optional('Three or four digits, as text', z.string('must be a text')),
        }),
      ),
      amount: optional(
        'In subunits of the currency of the link; required where the payer chooses the amount',
        z.int('must be an integer of subunits'),
      ),
    }),
    returns: chargeRecord.schema,
  },
}

export const simulateRoutes: readonly ControlRoute[] = Object.entries<ActionRoute>(actionRoutes).map(
  ([name, { summary, about: field, id, options = () => ({}), argument, returns }]) =>
    controlRoute(`POST /simulate/${inPath(name)}`, {
      summary,
      scoped: 'one',
      input: () => z.strictObject({ [field]: about(id, recordId()), ...options() }),
      about: [field],
      returns,
      run: ({ mode, input }) => {
        const { [field]: subject, ...rest } = input
        const given = actionArguments(rest, argument)
        return callAction(mode().simulate, name as keyof Simulate, String(subject), given)
      },
    }),
)

export const triggerRoutes = [
  controlRoute('GET /trigger', {
    summary: 'Every event that can be triggered, with what its trigger does',
    returns: () =>
      listOf(
        'The events that can be triggered',
        z.strictObject({
          key: text('Key of the event'),
          summary: text('What the trigger does'),
          takes: text('The operation whose parameters it takes'),
        }),
      ),
    run: ({ parts }) => ({ data: triggerable(parts.settings.profile.eventKeys) }),
  }),
  controlRoute('POST /trigger/:event_key', {
    params: { event_key: 'Key of the event, such as `charge.complete`' },
    summary: 'Cause this event, with the records that it needs; the body has the parameters of its operation',
    scoped: 'one',
    input: () => z.looseObject({}, 'must be an object of parameters'),
    returns: eventRecord.schema,
    run: ({ mode, params, input }) => mode().trigger(params.event_key ?? '', input),
  }),
]
