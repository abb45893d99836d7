/** Rules about what is true for a moment only: they are judged while a run goes on (contract of the sandbox, section 18). */
import type { Charge, CheckoutSession } from 'payment-sandbox'
import type { JsonObject } from '../../kernel/json'
import type { ProbedCall } from '../../service/faults/probe'
import type { Actor } from './actor'
import { type ChargesSince, groupsBy, isGivenBack, valueAt } from './judge'
import type { RuleBreak } from './rule-break'

/** A charge that was asked for. */
interface ChargeAttempt {
  /** One for each customer who clicks. */
  readonly by: Actor
  readonly input: JsonObject
  /** The charge that was made; `null` when the service refused. */
  readonly charge: string | null
  /** Whether its caller got the answer of the bank. */
  readonly isHeard: boolean
}

/** How an attempt ended for its caller. */
interface AttemptEnd extends Pick<ChargeAttempt, 'by' | 'isHeard' | 'charge'> {
  readonly takes: boolean
}

/** How a charge ends without a decision of the bank: its payer gave up, or time ran out. */
const notDeclined: ReadonlySet<string | null> = new Set([
  null,
  'payment_cancelled',
  'payment_expired',
  'timeout',
])

/** The payer can pay it, if he has seen its page or code. */
const isPayable = ({ status, paid, authorized }: Charge): boolean =>
  status === 'pending' && !paid && !authorized

const sessionIds = /\bsess_(?:test_)?[0-9a-z]{19}\b/g

interface WatchFacts {
  /** `false` where two customers call whose calls look the same. */
  readonly isOneSide: boolean
  /** How often a charge is asked for without a fault. */
  readonly usual: number
}

export class PaymentWatch {
  readonly #once: string | undefined
  readonly #charges: ChargesSince
  readonly #isOneSide: boolean
  readonly #usual: number
  #isOver = false
  /** The charges of the run. */
  readonly #made: string[] = []
  /** Those that came back in an answer: a payer may have seen their page or code. */
  readonly #shown = new Set<string>()
  readonly #shownSessions = new Set<string>()
  readonly #attempts: ChargeAttempt[] = []
  /** By the value that the charges share. */
  readonly #payable = new Map<string, string>()
  readonly #retried = new Set<string>()

  /**
   * @param once the field whose value no two paid charges may share
   * @param charges all charges of the sandbox, now and before the run
   */
  constructor(once: string | undefined, charges: ChargesSince, { isOneSide, usual }: WatchFacts) {
    this.#once = once
    this.#charges = charges
    this.#isOneSide = isOneSide
    this.#usual = usual
  }

  /** How often a charge was asked for. */
  get attempts(): number {
    return this.#attempts.length
  }

  /** Charges that share a value and could all be paid at one time: the message by the value. */
  get payable(): ReadonlyMap<string, string> {
    return this.#payable
  }

  /** Without `once` two charges of one amount may be two orders: only one more than in the first run asks again. */
  get retried(): readonly RuleBreak[] {
    if (this.#once === undefined && this.#attempts.length <= this.#usual) return []
    return [...this.#retried].map((message): RuleBreak => ({ rule: 'retried-decline', message }))
  }

  made(charge: string): void {
    this.#made.push(charge)
  }

  answered({ input, exchange }: ProbedCall, { takes, ...end }: AttemptEnd): void {
    const text = exchange.outcome?.text ?? null
    if (end.isHeard && text !== null) this.#show(text)
    this.look()
    const given = takes ? input() : null
    if (given === null || end.by.role === 'receiver' || !this.#isOneSide) return
    const attempt = { input: given, ...end }
    this.#findRetried(attempt)
    this.#attempts.push(attempt)
  }

  #show(answer: string): void {
    for (const id of this.#made) if (!this.#shown.has(id) && answer.includes(id)) this.#shown.add(id)
    if (answer.includes('"checkout_session"'))
      for (const id of answer.match(sessionIds) ?? []) this.#shownSessions.add(id)
  }

  /** From now on the clock moves: what payers can pay is no longer looked at. */
  endMoments(): void {
    this.look()
    this.#isOver = true
  }

  /** Hosted checkouts that a payer has seen and can still pay. */
  get #openSessions(): readonly CheckoutSession[] {
    if (this.#shownSessions.size === 0) return []
    return this.#charges
      .sessions()
      .filter(({ id, status }) => status === 'open' && this.#shownSessions.has(id))
  }

  /** Looks at the charges as they are now. A single one shares nothing. */
  look(): void {
    const field = this.#once
    if (field === undefined || this.#isOver) return
    const sessions = this.#openSessions
    if (this.#made.length + this.#charges.before + sessions.length < 2) return
    // A charge of an open checkout is paid there, or another one is.
    const ofSessions = new Set(sessions.flatMap(({ payments }) => payments.map(({ charge_id }) => charge_id)))
    const open = this.#charges
      .now()
      .charges.filter((charge) =>
        charge.paid
          ? !isGivenBack(charge)
          : isPayable(charge) && this.#shown.has(charge.id) && !ofSessions.has(charge.id),
      )
    const payable = [...open, ...sessions.map((session) => ({ ...session, paid: false }))]
    for (const [value, charges] of groupsBy(payable, field)) {
      if (charges.length < 2 || charges.every(({ paid }) => paid) || this.#payable.has(value)) continue
      const ids = charges.map(({ id, paid }) => `${id} (${paid ? 'paid' : 'waits for its payer'})`)
      const message = `${charges.length} charges share ${field} ${value} and can all be paid: ${ids.join(', ')}`
      this.#payable.set(value, message)
    }
  }

  #findRetried(attempt: ChargeAttempt): void {
    if (this.#attempts.length === 0) return
    const byId = new Map(this.#charges.now().charges.map((charge) => [charge.id, charge]))
    const chargeOf = ({ charge }: ChargeAttempt): Charge | undefined => byId.get(charge ?? '')
    const now = chargeOf(attempt)
    for (const before of this.#attempts) {
      const declined = chargeOf(before)
      if (declined === undefined || notDeclined.has(declined.failure_code)) continue
      if (!before.isHeard || !areOfOneSide(before, attempt) || !this.#areForTheSame(before, attempt)) continue
      const means = sameMeans(before, declined, attempt, now)
      if (means !== null)
        this.#retried.add(
          `the bank had declined ${declined.id} (${declined.failure_code}), and the same ${means} was asked again`,
        )
    }
  }

  /** The same value of `once`, or without it the same amount. */
  #areForTheSame(before: ChargeAttempt, now: ChargeAttempt): boolean {
    const [one, other] = [before, now].map(({ input }) => valueAt(input, this.#once ?? 'amount'))
    return one !== undefined && one !== null && JSON.stringify(one) === JSON.stringify(other)
  }
}

/** Of two customers who click at the same time, each makes decisions for himself. */
const areOfOneSide = (before: ChargeAttempt, now: ChargeAttempt): boolean =>
  before.by === now.by || before.by.role === 'recover' || now.by.role === 'recover'

/** What both would take the money from; `null` where the customer has decided for something else. */
const sameMeans = (
  before: ChargeAttempt,
  declined: Charge,
  again: ChargeAttempt,
  now: Charge | undefined,
): string | null => {
  if (typeof again.input.card === 'string' && again.input.card === before.input.card) return 'card'
  // A new code or page is a decision of the customer, who scans anew.
  return declined.card !== null && declined.card.id === now?.card?.id ? 'card' : null
}
