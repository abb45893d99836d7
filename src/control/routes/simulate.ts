import * as z from 'zod'
import { once } from '../../kernel/json'
import type { Simulate } from '../../library/actions/simulate'
import { failureCodes } from '../../resources/charge/model'
import { chargeSchema } from '../../resources/charge/schema'
import { type DisputeReason, disputeReasons } from '../../resources/dispute/model'
import { disputeSchema } from '../../resources/dispute/serialize'
import { occurrenceSchema } from '../../resources/occurrence/serialize'
import { recipientSchema } from '../../resources/recipient/serialize'
import { sourceSchema } from '../../resources/source/serialize'
import { transferFailureCodes } from '../../resources/transfer/model'
import { transferSchema } from '../../resources/transfer/serialize'
import { type ControlRoute, controlRoute } from '../route'

const id = () => z.string('must be an id').min(1, 'must be an id')
const namesOf = <T extends string>(table: { readonly [name in T]: unknown }): readonly T[] =>
  Object.keys(table) as T[]
const oneOf = <T extends string>(names: readonly T[]) =>
  z.enum(names as readonly [T, ...T[]], `must be one of ${names.join(', ')}`)
const failureCode = once(() => oneOf(failureCodes).optional())
const reasonCode = once(() => oneOf<DisputeReason>(namesOf(disputeReasons)).optional())
const numberOrText = () => z.union([z.string(), z.int()], 'must be a text or a whole number').optional()

/** Leaves out an option that was not given, because it must not be `undefined`. */
const failing = <C>(code: C | undefined) => (code === undefined ? {} : { failureCode: code })

/** The fields with the id of the record that an action is about. */
const subjects = ['charge', 'source', 'dispute', 'transfer', 'recipient', 'schedule', 'link'] as const

interface Action<I extends z.ZodType> {
  readonly name: string
  readonly summary: string
  readonly input: () => I
  readonly returns: () => z.ZodType
  readonly run: (simulate: Simulate, input: z.output<I>) => object
}

const action = <I extends z.ZodType>({ name, summary, input, returns, run }: Action<I>): ControlRoute =>
  controlRoute({
    method: 'post',
    path: `/simulate/${name}`,
    summary,
    scoped: 'one',
    input,
    about: subjects,
    returns,
    run: ({ mode, input: given }) => run(mode().simulate, given),
  })

export const simulateRoutes = [
  action({
    name: 'pay-charge',
    summary: 'The payer of a waiting charge pays',
    input: () => z.strictObject({ charge: id() }),
    returns: chargeSchema,
    run: (simulate, { charge }) => simulate.payCharge(charge),
  }),
  action({
    name: 'fail-charge',
    summary: 'The payment of a waiting charge fails',
    input: () => z.strictObject({ charge: id(), failure_code: failureCode() }),
    returns: chargeSchema,
    run: (simulate, { charge, failure_code: code }) => simulate.failCharge(charge, failing(code)),
  }),
  action({
    name: 'expire-charge',
    summary: 'Expire a waiting or authorized charge',
    input: () => z.strictObject({ charge: id() }),
    returns: chargeSchema,
    run: (simulate, { charge }) => simulate.expireCharge(charge),
  }),
  action({
    name: 'pay-source',
    summary: 'The payer of a source pays; a source without a charge is charged first',
    input: () => z.strictObject({ source: id() }),
    returns: sourceSchema,
    run: (simulate, { source }) => simulate.paySource(source),
  }),
  action({
    name: 'fail-source',
    summary: 'The payer of a source does not pay; a source without a charge is charged first',
    input: () => z.strictObject({ source: id(), failure_code: failureCode() }),
    returns: sourceSchema,
    run: (simulate, { source, failure_code: code }) => simulate.failSource(source, failing(code)),
  }),
  action({
    name: 'open-dispute',
    summary: 'The cardholder disputes a charge',
    input: () => z.strictObject({ charge: id(), reason_code: reasonCode(), message: z.string().optional() }),
    returns: disputeSchema,
    run: (simulate, { charge, reason_code: reason, message }) =>
      simulate.openDispute(charge, {
        ...(reason === undefined ? {} : { reasonCode: reason }),
        ...(message === undefined ? {} : { message }),
      }),
  }),
  action({
    name: 'decide-dispute',
    summary: 'The issuing bank decides a dispute',
    input: () => z.strictObject({ dispute: id(), outcome: oneOf(['won', 'lost']) }),
    returns: disputeSchema,
    run: (simulate, { dispute, outcome }) => simulate.decideDispute(dispute, outcome),
  }),
  action({
    name: 'send-transfer',
    summary: 'Send a waiting transfer to the bank',
    input: () => z.strictObject({ transfer: id() }),
    returns: transferSchema,
    run: (simulate, { transfer }) => simulate.sendTransfer(transfer),
  }),
  action({
    name: 'pay-transfer',
    summary: 'A sent transfer is paid',
    input: () => z.strictObject({ transfer: id() }),
    returns: transferSchema,
    run: (simulate, { transfer }) => simulate.payTransfer(transfer),
  }),
  action({
    name: 'fail-transfer',
    summary: 'A transfer fails; sent money comes back',
    input: () => z.strictObject({ transfer: id(), failure_code: oneOf(transferFailureCodes).optional() }),
    returns: transferSchema,
    run: (simulate, { transfer, failure_code: code }) => simulate.failTransfer(transfer, failing(code)),
  }),
  action({
    name: 'verify-recipient',
    summary: 'The bank verifies a recipient',
    input: () => z.strictObject({ recipient: id() }),
    returns: recipientSchema,
    run: (simulate, { recipient }) => simulate.verifyRecipient(recipient),
  }),
  action({
    name: 'run-schedule',
    summary: 'Run the next occurrence of a schedule now',
    input: () => z.strictObject({ schedule: id() }),
    returns: occurrenceSchema,
    run: (simulate, { schedule }) => simulate.runSchedule(schedule),
  }),
  action({
    name: 'pay-link',
    summary: 'A payer pays a payment link; a declined card gives the failed charge',
    input: () =>
      z.strictObject({
        link: id(),
        card: z
          .strictObject({
            number: z.string('must be a text of digits').optional(),
            name: z.string('must be a text').optional(),
            expiration_month: numberOrText(),
            expiration_year: numberOrText(),
            security_code: z.string('must be a text').optional(),
          })
          .optional(),
        amount: z.int('must be an integer of subunits').optional(),
      }),
    returns: chargeSchema,
    run: (simulate, { link, card, amount }) =>
      simulate.payLink(link, {
        ...(card === undefined ? {} : { card: given(card) }),
        ...(amount === undefined ? {} : { amount }),
      }),
  }),
]

/** The fields without undefined values. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
