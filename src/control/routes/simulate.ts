import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { callLever, inPath, leverArguments } from '../../sandbox/actions/lever-names'
import type { Simulate } from '../../sandbox/actions/simulate'
import { failureCodes } from '../../service/resources/charge/model'
import { chargeRecord } from '../../service/resources/charge/record'
import { type DisputeReason, disputeReasons } from '../../service/resources/dispute/model'
import { disputeRecord } from '../../service/resources/dispute/record'
import { occurrenceRecord } from '../../service/resources/occurrence/record'
import { recipientRecord } from '../../service/resources/recipient/record'
import { sourceRecord } from '../../service/resources/source/record'
import { transferFailureCodes } from '../../service/resources/transfer/model'
import { transferRecord } from '../../service/resources/transfer/record'
import { type ControlRoute, controlRoute } from '../route'

const id = () => z.string('must be an id').check(z.minLength(1, 'must be an id'))
const namesOf = <T extends string>(table: { readonly [name in T]: unknown }): readonly T[] =>
  Object.keys(table) as T[]
const oneOf = <T extends string>(names: readonly T[]) =>
  z.enum(names as readonly [T, ...T[]], `must be one of ${names.join(', ')}`)
const failureCode = once(() => z.optional(oneOf(failureCodes)))
const reasonCode = once(() => z.optional(oneOf<DisputeReason>(namesOf(disputeReasons))))
const numberOrText = () => z.optional(z.union([z.string(), z.int()], 'must be a text or a whole number'))

interface Lever {
  readonly summary: string
  /** The field with the id of the record that it is about. */
  readonly about: string
  /** Its other fields: the options of the method in `sandbox.simulate`. */
  readonly options?: () => z.core.$ZodShape
  /** The one field that the method takes as it is, not among options. */
  readonly argument?: string
  readonly returns: () => z.core.$ZodType
}

const levers: { readonly [Method in keyof Simulate]: Lever } = {
  payCharge: { summary: 'The payer of a waiting charge pays', about: 'charge', returns: chargeRecord.schema },
  failCharge: {
    summary: 'The payment of a waiting charge fails',
    about: 'charge',
    options: () => ({ failure_code: failureCode() }),
    returns: chargeRecord.schema,
  },
  expireCharge: {
    summary: 'Expire a waiting or authorized charge',
    about: 'charge',
    returns: chargeRecord.schema,
  },
  paySource: {
    summary: 'The payer of a source pays; a source without a charge is charged first',
    about: 'source',
    returns: sourceRecord.schema,
  },
  failSource: {
    summary: 'The payer of a source does not pay; a source without a charge is charged first',
    about: 'source',
    options: () => ({ failure_code: failureCode() }),
    returns: sourceRecord.schema,
  },
  openDispute: {
    summary: 'The cardholder disputes a charge',
    about: 'charge',
    options: () => ({ reason_code: reasonCode(), message: z.optional(z.string()) }),
    returns: disputeRecord.schema,
  },
  decideDispute: {
    summary: 'The issuing bank decides a dispute',
    about: 'dispute',
    options: () => ({ outcome: oneOf(['won', 'lost']) }),
    argument: 'outcome',
    returns: disputeRecord.schema,
  },
  sendTransfer: {
    summary: 'Send a waiting transfer to the bank',
    about: 'transfer',
    returns: transferRecord.schema,
  },
  payTransfer: { summary: 'A sent transfer is paid', about: 'transfer', returns: transferRecord.schema },
  failTransfer: {
    summary: 'A transfer fails; sent money comes back',
    about: 'transfer',
    options: () => ({ failure_code: z.optional(oneOf(transferFailureCodes)) }),
    returns: transferRecord.schema,
  },
  verifyRecipient: {
    summary: 'The bank verifies a recipient',
    about: 'recipient',
    returns: recipientRecord.schema,
  },
  runSchedule: {
    summary: 'Run the next occurrence of a schedule now',
    about: 'schedule',
    returns: occurrenceRecord.schema,
  },
  payLink: {
    summary: 'A payer pays a payment link; a declined card gives the failed charge',
    about: 'link',
    options: () => ({
      card: z.optional(
        z.strictObject({
          number: z.optional(z.string('must be a text of digits')),
          name: z.optional(z.string('must be a text')),
          expiration_month: numberOrText(),
          expiration_year: numberOrText(),
          security_code: z.optional(z.string('must be a text')),
        }),
      ),
      amount: z.optional(z.int('must be an integer of subunits')),
    }),
    returns: chargeRecord.schema,
  },
}

export const simulateRoutes: readonly ControlRoute[] = Object.entries<Lever>(levers).map(
  ([name, { summary, about, options = () => ({}), argument, returns }]) =>
    controlRoute({
      method: 'post',
      path: `/simulate/${inPath(name)}`,
      summary,
      scoped: 'one',
      input: () => z.strictObject({ [about]: id(), ...options() }),
      about: [about],
      returns,
      run: ({ mode, input }) => {
        const { [about]: subject, ...rest } = input
        const given = leverArguments(rest, argument)
        return callLever(mode().simulate, name as keyof Simulate, String(subject), given)
      },
    }),
)
