/** The built-in rules: what must not happen, whatever goes wrong (contract of the sandbox, section 12.1). */
import type { Charge, CheckoutSession } from 'payment-sandbox'
import { isObject } from '../../kernel/json'
import { errorMessage } from '../../kernel/sandbox-error'
import { meant } from '../../kernel/text'
import type { Sandbox } from '../../sandbox/sandbox'
import type { BelievedCopy } from './asks'
import { doubleRefunds, type MoneySums, moneyOf, moreMoney } from './money'
import { repeatIn, type Scenario } from './plan'
import type { RuleBreak } from './rule-break'

/** What a shop believes about one charge. */
export interface BookEntry {
  /** Its id; null for an order without one. */
  readonly charge: string | null | undefined
  readonly paid: boolean
  /** In subunits. Default: 0. */
  readonly refunded?: number | undefined
  /** What it took, in subunits: compared with what was captured, else authorized. Default: not compared. */
  readonly amount?: number | undefined
  /** Its currency, such as `thb`. Default: not compared. */
  readonly currency?: string | undefined
}

/** The charges of all accounts, in both modes. */
const chargesOf = ({ host }: Sandbox): readonly Charge[] =>
  host.usedModes.flatMap(({ charges }) => charges.list())

/** @returns all charges, later, and those of them that were made since now: fixtures have their own */
export const chargesSince = (sandbox: Sandbox) => {
  const before = new Set(chargesOf(sandbox).map(({ id }) => id))
  const now = () => {
    const charges = chargesOf(sandbox)
    return { charges, made: charges.filter(({ id }) => !before.has(id)) }
  }
  const count = (): number => sandbox.host.usedWorlds.reduce((sum, { charges }) => sum + charges.length, 0)
  const sessions = (): readonly CheckoutSession[] =>
    sandbox.host.usedModes.flatMap(({ checkoutSessions }) => checkoutSessions.list())
  return { before: before.size, count, now, sessions }
}

export type ChargesSince = ReturnType<typeof chargesSince>

export const isGivenBack = ({ captured_amount, refunded_amount }: Charge): boolean =>
  captured_amount > 0 && refunded_amount >= captured_amount

/** The value of a field by its path, such as `metadata.order`. */
export const valueAt = (record: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (isObject(value) ? value[name] : undefined), record)

/** The records that share a value of a field, by that value as JSON. */
export const groupsBy = <T>(records: readonly T[], field: string): ReadonlyMap<string, readonly T[]> => {
  const byValue = new Map<string, T[]>()
  for (const one of records) {
    const value = valueAt(one, field)
    if (value === undefined || value === null) continue
    const text = JSON.stringify(value)
    byValue.set(text, [...(byValue.get(text) ?? []), one])
  }
  return byValue
}

/** @param payable the messages about those that could both be paid for a moment, by the value that they share */
const doubleCharges = (
  charges: readonly Charge[],
  field: string,
  payable: ReadonlyMap<string, string>,
): readonly RuleBreak[] => {
  const taken = charges.filter((charge) => (charge.paid ? !isGivenBack(charge) : charge.capturable))
  const messages = new Map(payable)
  for (const [value, shared] of groupsBy(taken, field)) {
    if (shared.length < 2) continue
    const areAllPaid = shared.every(({ paid }) => paid)
    const ids = shared.map(({ id, paid }) => (areAllPaid ? id : `${id} (${paid ? 'paid' : 'authorized'})`))
    const [what, and] = areAllPaid ? ['paid charges', ''] : ['charges', ' and hold money']
    messages.set(value, `${shared.length} ${what} share ${field} ${value}${and}: ${ids.join(', ')}`)
  }
  return [...messages.values()].map((message) => ({ rule: 'double-charge', message }))
}

/** A field that no charge has would find nothing, and look as if all was well. */
const unusedField = (made: readonly Charge[], field: string): readonly RuleBreak[] => {
  const isUsed = made.some((charge) => (valueAt(charge, field) ?? null) !== null)
  if (made.length === 0 || isUsed) return []
  const names = made.flatMap(({ metadata }) => Object.keys(metadata).map((key) => `metadata.${key}`))
  const known = [...new Set([...names, 'description'])]
  return [{ rule: 'double-charge', message: `once: no charge has ${field}${meant(field, known)}` }]
}

/** The name of a field that tells orders apart, most likely: `order`, `booking_reference`, `cartId`. */
const namesOrder = (field: string): boolean =>
  /order|reference/i.test(field) || /(?:[._-]id|I[dD])(?:$|_)/.test(field)

/** How unlikely it is that a field tells orders apart: one of `true`, `false` and words such as `monthly` is no number. */
const doubtsAbout = (field: string, charges: readonly Charge[]): number => {
  const hasNumbers = charges.every((charge) => /\d/.test(String(valueAt(charge, field))))
  return (namesOrder(field) ? 0 : 1) + (hasNumbers ? 0 : 2)
}

/** The fields that all charges have, the most likely first: each could tell orders apart. */
const sharedFields = (charges: readonly Charge[]): readonly string[] => {
  const [one] = charges
  if (one === undefined) return []
  const fields = [...Object.keys(one.metadata).map((key) => `metadata.${key}`), 'description']
  return fields
    .filter((field) => charges.every((charge) => (valueAt(charge, field) ?? null) !== null))
    .toSorted((field, other) => doubtsAbout(field, charges) - doubtsAbout(other, charges))
}

/** What all runs of an exploration are judged by. */
export interface Measures {
  /** The field whose value no two paid charges may share. */
  readonly once?: string | undefined
  /** Whether a run may take more money than the first one. */
  readonly allowMoreMoney?: boolean | undefined
}

/** Whether the money of the first run is the measure. */
const isMoneyJudged = ({ once, allowMoreMoney = false }: Measures): boolean =>
  once === undefined && !allowMoreMoney

interface AllMeasures extends Measures {
  readonly books: boolean
  readonly check: boolean
  readonly exitStatus: boolean
}

/** What would notice a mistake, in words. */
export const judgedBy = ({ books, check, exitStatus, ...measures }: AllMeasures): readonly string[] => [
  ...(measures.once === undefined ? [] : [`once ${measures.once}`]),
  ...(books ? ['books'] : []),
  ...(check ? ['check'] : []),
  ...(isMoneyJudged(measures) ? ['money of the first run'] : []),
  ...(exitStatus ? ['exit status'] : []),
]

/** What a run is judged by. */
interface Judgement {
  readonly measures: Measures
  readonly scenario: Scenario | null
  /** Whether the flow threw, or the command failed. */
  readonly hasFailed: boolean
  /** The run without a fault; `null` for that run itself. */
  readonly first: { readonly money: MoneySums } | null
  readonly charges: readonly Charge[]
  /** Those of the run, without those of its fixtures. */
  readonly made: readonly Charge[]
  readonly books?: readonly RuleBreak[]
}

/** What was seen while a run went on. */
interface RunObservations {
  readonly asks: { readonly believed: readonly BelievedCopy[] }
  readonly watch: {
    /** Charges that share a value and could all be paid at one time: the message by the value. */
    readonly payable: ReadonlyMap<string, string>
    readonly retried: readonly RuleBreak[]
  } | null
}

/** What the built-in rules find in a run, with what its books have, and what its charges say. */
export const judged = (
  { asks, watch }: RunObservations,
  { measures, scenario, first, charges, made, books = [], hasFailed }: Judgement,
) => {
  const money = moneyOf(charges)
  const { once } = measures
  const verdicts: readonly RuleBreak[] = [
    ...(once === undefined ? [] : doubleCharges(charges, once, watch?.payable ?? new Map())),
    ...(first === null && once !== undefined ? unusedField(made, once) : []),
    ...(first === null || repeatIn(scenario) !== undefined || !isMoneyJudged(measures)
      ? []
      : moreMoney(money, first.money, hasFailed)),
    ...(first === null ? [] : doubleRefunds(money, first.money)),
    ...(watch?.retried ?? []),
    ...books,
    ...asks.believed.map(({ name, uri }): RuleBreak => {
      return { rule: 'forged', message: forgedText([name]), receiver: uri }
    }),
  ]
  return { verdicts, money, sharedFields: sharedFields(made) }
}

/** @param events those whose forged copies the receiver believed */
export const forgedText = (events: readonly string[]): string =>
  `the receiver answered 2xx to a forged ${events.join(', ')}, and did not ask the service: it must verify ` +
  'signatures, or believe only what it fetches'

const formOfBooks = "must return a list such as [{ charge: 'chrg_test_…', paid: true, refunded: 0 }]"

/** What is wrong with an entry, if anything is. */
const entryFlaw = (entry: unknown): string | null => {
  if (!isObject(entry)) return 'is not an object'
  const { charge = null, paid, refunded = 0, amount = 0, currency = '' } = entry
  if (charge !== null && typeof charge !== 'string') return 'has a charge that is not an id'
  if (typeof paid !== 'boolean') return 'has a paid that is not true or false'
  if (typeof refunded !== 'number') return 'has a refunded that is not an amount in subunits'
  if (!Number.isSafeInteger(amount)) return 'has an amount that is not a whole number of subunits'
  return typeof currency === 'string' ? null : 'has a currency that is not a text such as thb'
}

const booksFlaw = (given: unknown): string | null => {
  if (!Array.isArray(given)) return `books ${formOfBooks}`
  const [flaw] = given.flatMap((entry, i) => {
    const wrong = entryFlaw(entry)
    return wrong === null ? [] : [`[${i}] ${wrong}`]
  })
  return flaw === undefined ? null : `books ${formOfBooks}: ${flaw}`
}

/**
 * What the shop believes, against the service.
 * @param made the charges that were made in the run: a shop need not know those of a fixture
 */
export const wrongBooks = (
  given: unknown,
  all: readonly Charge[],
  made: readonly Charge[],
): readonly RuleBreak[] => {
  const flaw = booksFlaw(given)
  if (flaw !== null) return [{ rule: 'books', message: flaw }]
  const entries = given as readonly BookEntry[]
  const byId = new Map(all.map((charge) => [charge.id, charge]))
  const known = new Set(entries.map(({ charge }) => charge))
  const unknown = made.filter((charge) => charge.paid && !isGivenBack(charge) && !known.has(charge.id))
  return [
    ...entries.flatMap((entry) => differences(entry, byId.get(entry.charge ?? ''))),
    ...unknown.map(({ id }): RuleBreak => {
      return { rule: 'books', message: `${id} is paid, but the shop does not know it` }
    }),
  ]
}

const differences = (
  { charge: id, paid, refunded = 0, ...sum }: BookEntry,
  charge: Charge | undefined,
): readonly RuleBreak[] => {
  if (charge === undefined && !paid && refunded === 0) return []
  const name = id ?? 'a charge without an id'
  const books = (message: string): RuleBreak => ({ rule: 'books', message })
  if (charge === undefined) return [books(`the shop has ${name} as paid, but the service has no such charge`)]
  const state = charge.paid ? 'paid' : charge.status
  return [
    ...(paid === charge.paid
      ? []
      : [books(`${name} is ${state}, but the shop has it as ${paid ? '' : 'not '}paid`)]),
    ...(refunded === charge.refunded_amount
      ? []
      : [books(`${name} has ${charge.refunded_amount} refunded, but the shop says ${refunded}`)]),
    ...wrongAmount(sum, charge),
  ]
}

/** A charge that took nothing is not compared. */
const wrongAmount = (
  { amount, currency }: Pick<BookEntry, 'amount' | 'currency'>,
  charge: Charge,
): readonly RuleBreak[] => {
  const taken = charge.captured_amount > 0 ? charge.captured_amount : charge.authorized_amount
  if (taken === 0 || !charge.authorized) return []
  const isRight =
    (amount === undefined || amount === taken) &&
    (currency === undefined || currency.toLowerCase() === charge.currency.toLowerCase())
  if (isRight) return []
  const said = [amount ?? taken, currency?.toLowerCase() ?? charge.currency].join(' ')
  const message = `${charge.id} took ${taken} ${charge.currency}, but the shop says ${said}`
  return [{ rule: 'wrong-amount', message }]
}

/** The text of what code under test has thrown. */
export const thrownText = (error: unknown): string =>
  error instanceof Error
    ? `${error.name}: ${error.message}`
    : `${errorMessage(error)} (which is not an error)`

export const leftText = (reason: unknown): string =>
  `a rejection was left unhandled, which ends a process: ${thrownText(reason)}`
