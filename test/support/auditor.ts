/**
 * Checks the books from a snapshot's JSON alone: a second, simple statement of the rules that shares no code with
 * src. Returns what is wrong, in words.
 */
import { auditDisputes } from './auditor-disputes'
import type { ChargeRow, EntryRow, EventKeys, RefundRow, Row, State, World } from './auditor-rows'
import { auditLinks, auditSchedules } from './auditor-schedules'
import { auditRecipients, auditTransfers } from './auditor-transfers'
import { auditWebhooks } from './auditor-webhooks'

type Report = (fault: string) => void

/** All that is wrong with a state, given as the JSON of a snapshot, or read from it. */
export const auditBooks = (given: string | State, eventKeys: EventKeys = 'spec'): readonly string[] => {
  const state: State = typeof given === 'string' ? JSON.parse(given) : given
  const faults: string[] = []
  const report: Report = (fault) => faults.push(fault)
  auditJobs(state, report)
  for (const [key, rows] of Object.entries(state.worlds)) {
    const empty = { cards: [], charges: [], customers: [], events: [], refunds: [], sources: [], tokens: [] }
    const world: World = Object.assign({ ...empty, transactions: [] }, rows, {
      key,
      eventKeys,
      now: state.clock.frozenAt,
      jobs: state.jobs.pending.filter((job) => job.world === key),
    })
    auditRows(key, rows, world, report)
    auditAccount(key, rows, report)
    for (const entry of world.transactions) auditEntry(entry, world, report)
    for (const charge of world.charges) auditCharge(charge, world, report)
    for (const refund of world.refunds) auditRefund(refund, world, report)
    auditWallets(world, report)
    auditDisputes(rows, world, report)
    auditRecipients(world, report)
    auditTransfers(world, report)
    auditSchedules(rows, world, report)
    auditLinks(rows, world, report)
    auditEvents(world, report)
    auditWebhooks(rows, world, report)
  }
  return faults
}

/** What the merchant is owed in each world: what was booked on its account, with the sign of a debt. */
export const balancesOf = ({ worlds }: State): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(worlds).map(([key, { transactions = [] }]) => [
      key,
      // `0 -`, as a minus alone would make a negative zero of nothing.
      0 - sum(transactions.map((entry) => entry.lines.merchant ?? 0)),
    ]),
  )

const auditJobs = ({ jobs, worlds }: State, report: Report): void => {
  if (new Set(jobs.pending.map((job) => job.id)).size !== jobs.pending.length)
    report('a job is planned twice')
  for (const job of jobs.pending) {
    if (job.id > jobs.planned) report(`job ${job.id} is beyond the ${jobs.planned} that were planned`)
    const rows = Object.values(worlds[job.world] ?? {}).flat()
    if (!rows.some((row) => row.id === job.subject)) report(`job ${job.id} is about nothing: ${job.subject}`)
  }
}

/** Ids that say nothing of their mode. */
const forms: Record<string, RegExp> = {
  aliases: /./,
  dispatches: /^evnt_(test_)?[0-9a-z]{19}\/\d+$/,
  idempotencyKeys: /./,
  webhookSecrets: /^whsec_[0-9a-z]{19}$/,
}

/** Ids are of the world's mode and unique; rows are in the order of their creation, and none is in the future. */
const auditRows = (key: string, rows: Record<string, Row[]>, { now }: World, report: Report): void => {
  const form = key.endsWith('/live') ? /^[a-z]+_[0-9a-z]{19}$/ : /^[a-z]+_test_[0-9a-z]{19}$/
  const ids = new Set<string>()
  for (const [name, members] of Object.entries(rows)) {
    let before = Number.NEGATIVE_INFINITY
    for (const { id, createdAt } of members) {
      if (ids.has(id)) report(`${id} exists twice`)
      ids.add(id)
      if (!(forms[name] ?? form).test(id)) report(`${id} is no id of ${key}`)
      if (createdAt < before) report(`${id} stands behind a younger row`)
      before = createdAt
      if (now !== null && createdAt > now) report(`${id} was made in the future`)
    }
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

const auditEntry = ({ id, key, origin, lines }: EntryRow, world: World, report: Report): void => {
  if (!Object.values(lines).every(Number.isSafeInteger)) report(`${id} has a line that is no whole number`)
  if (sum(Object.values(lines)) !== 0) report(`${id} (${key}) does not balance: ${JSON.stringify(lines)}`)
  if (key.startsWith('transfer.')) return
  if (key.startsWith('dispute.')) return
  const source = key.startsWith('charge.') ? world.charges : world.refunds
  const named: (Row & { transaction: string | null })[] = source
  if (!named.some((row) => row.id === origin && row.transaction === id))
    report(`${id} comes from ${origin}, which does not name it`)
}

/** Half of the last unit rounds up. In whole numbers of any size. */
const percent = (amount: number, hundredths: number): number =>
  Number((BigInt(amount) * BigInt(hundredths) + 5_000n) / 10_000n)

/** What must be set in each state, and nothing else may be. */
const facts: Record<string, { authorized: boolean; paid: boolean; failed: boolean; ended: string | null }> = {
  awaiting_payment: { authorized: false, paid: false, failed: false, ended: null },
  authorizing: { authorized: false, paid: false, failed: false, ended: null },
  authorized: { authorized: true, paid: false, failed: false, ended: null },
  paid: { authorized: true, paid: true, failed: false, ended: null },
  failed: { authorized: false, paid: false, failed: true, ended: null },
  reversed: { authorized: true, paid: false, failed: false, ended: 'reversedAt' },
  expired: { authorized: false, paid: false, failed: false, ended: 'expiredAt' },
}

const auditCharge = (charge: ChargeRow, world: World, report: Report): void => {
  const { id, state, fundingAmount } = charge
  const say = (fault: string): void => report(`${id} (${state}) ${fault}`)
  const fact = facts[state]
  if (fact === undefined) {
    say('is in no known state')
    return
  }
  // A charge may have expired before it was authorized or after.
  const authorized = state === 'expired' ? charge.authorizedAt !== null : fact.authorized
  if ((charge.authorizedAt !== null) !== authorized) say('disagrees with authorizedAt')
  if (charge.authorizedAmount !== (authorized ? charge.amount : 0)) say('disagrees with authorizedAmount')
  if ((charge.paidAt !== null) !== fact.paid) say('disagrees with paidAt')
  // A card check is paid with nothing.
  const took = fact.paid && charge.amount > 0
  if ((charge.transaction !== null) !== took) say('disagrees with transaction')
  if (charge.capturedAmount > 0 !== took) say('disagrees with capturedAmount')
  if (charge.capturedAmount > charge.authorizedAmount) say('captured more than was authorized')
  if (fact.paid && charge.capturedAmount < charge.amount && charge.authorizationType !== 'pre_auth')
    say('was captured in part without pre_auth')
  if ((charge.failureCode !== null) !== fact.failed) say('disagrees with failureCode')
  if ((charge.failureMessage !== null) !== fact.failed) say('disagrees with failureMessage')
  if ((charge.reversedAt !== null) !== (fact.ended === 'reversedAt')) say('disagrees with reversedAt')
  if ((charge.expiredAt !== null) !== (fact.ended === 'expiredAt')) say('disagrees with expiredAt')
  const waits = ['awaiting_payment', 'authorizing', 'authorized'].includes(state)
  const lapses = world.jobs.filter((job) => job.kind === 'charge.lapse' && job.subject === id)
  if (waits && !lapses.some((job) => job.runAt === charge.expiresAt)) say('will never lapse')
  auditFees(charge, say)
  if (charge.currency === charge.fundingCurrency) {
    const measured = fact.paid ? charge.capturedAmount : charge.amount
    if (fundingAmount !== measured) say(`is funded with ${fundingAmount}, not ${measured}`)
  }
  auditBooked(charge, world, say)
}

const auditFees = ({ fundingAmount, feeRate, ...kept }: ChargeRow, say: Report): void => {
  if (kept.fee !== percent(fundingAmount, feeRate.rate) + feeRate.flat) say(`has a fee of ${kept.fee}`)
  if (kept.feeVat !== percent(kept.fee, feeRate.vat)) say(`has a tax of ${kept.feeVat}`)
  if (kept.interest !== percent(fundingAmount, feeRate.interest)) say(`has an interest of ${kept.interest}`)
  if (kept.interestVat !== percent(kept.interest, feeRate.vat))
    say(`has an interest tax of ${kept.interestVat}`)
}

const netOf = (charge: ChargeRow): number =>
  charge.fundingAmount - charge.fee - charge.feeVat - charge.interest - charge.interestVat

/** The allowed states of the source of a charge. */
const sourceStates: Record<string, string> = {
  awaiting_payment: 'pending',
  paid: 'successful',
  failed: 'failed',
  expired: 'expired',
}

/** A card pays or a source, or both in white-label instalments; a source belongs to one charge and ends with it. */
const auditMeans = (charge: ChargeRow, world: World, say: Report): void => {
  const isByBoth = world.sources.find(({ id }) => id === charge.source)?.type.startsWith('installment_wlb_')
  if (isByBoth === true) {
    if (charge.card === null) say('has no card for its instalments')
  } else if ((charge.card === null) === (charge.source === null)) say('has not exactly one way to pay')
  if (charge.card !== null && !world.cards.some((card) => card.id === charge.card)) say('has no card')
  if (charge.source === null) return
  const source = world.sources.find((candidate) => candidate.id === charge.source)
  if (source === undefined || source.charge !== charge.id) say('is not the charge of its source')
  else {
    if (source.state !== sourceStates[charge.state]) say(`has a source that is ${source.state}`)
    if (source.amount !== charge.amount || source.currency !== charge.currency) say('differs from its source')
  }
}

/** What was captured and what was given back: sums, bounds, and the entry on the merchant's account. */
const auditBooked = (charge: ChargeRow, world: World, say: Report): void => {
  const refunds = world.refunds.filter((refund) => refund.charge === charge.id)
  const refunded = sum(refunds.map((refund) => refund.amount))
  if (refunded !== charge.refundedAmount) say(`says ${charge.refundedAmount} refunded, not ${refunded}`)
  if (refunded > charge.capturedAmount) say(`gave back ${refunded} of ${charge.capturedAmount}`)
  const funding = sum(refunds.map((refund) => refund.fundingAmount))
  if (funding > charge.fundingAmount) say('gave back more of the account currency than came in')
  if (refunds.length > 0 && refunded === charge.capturedAmount && funding !== charge.fundingAmount)
    say(`was refunded in full, yet ${funding} of ${charge.fundingAmount} went back`)
  if (charge.voided !== refunds.some((refund) => refund.voided)) say('disagrees with its refunds on the void')
  if (charge.voided && refunds.length !== 1) say(`was voided with ${refunds.length} refunds`)
  const entries = world.transactions.filter((entry) => entry.origin === charge.id)
  if (entries.length !== (charge.transaction === null ? 0 : 1)) say(`has ${entries.length} entries`)
  const net = netOf(charge)
  for (const { key, lines } of entries)
    if (key !== 'charge.captured.net' || lines.merchant !== -net)
      say(`was booked as ${JSON.stringify(lines)}`)
  auditMeans(charge, world, say)
  if (charge.customer !== null && !world.customers.some((one) => one.id === charge.customer))
    say('has no customer')
}

const auditRefund = (refund: RefundRow, world: World, report: Report): void => {
  const charge = world.charges.find((candidate) => candidate.id === refund.charge)
  const entry = world.transactions.find((candidate) => candidate.id === refund.transaction)
  if (charge === undefined || entry === undefined) {
    report(`${refund.id} has no charge or no entry`)
    return
  }
  if (refund.amount < 1) report(`${refund.id} is of ${refund.amount}`)
  const [key, back, rule] = refund.voided
    ? ['refund.voided.debit', netOf(charge), 'a void gives back the amount and all fees']
    : ['refund.created.debit', refund.fundingAmount, 'a refund that is no void gives back no fee']
  const taken = entry.lines.merchant ?? 0
  if (entry.key !== key || entry.origin !== refund.id)
    report(`${refund.id} was booked as ${entry.key} of ${entry.origin}, not as ${key} of its own`)
  if (taken !== back)
    report(
      `${refund.id} was booked as ${JSON.stringify(entry.lines)}: it takes ${taken} from the merchant, not ${back}, since ${rule}`,
    )
}

/** Tokens, cards and customers: a card has one token, which is used once; a customer's default card is its own. */
const auditWallets = ({ tokens, cards, customers, charges }: World, report: Report): void => {
  if (tokens.length !== cards.length) report(`${tokens.length} tokens for ${cards.length} cards`)
  for (const token of tokens) {
    const card = cards.find((candidate) => candidate.id === token.card)
    if (card === undefined) report(`${token.id} has no card`)
    const charge = charges.find((candidate) => candidate.id === token.charge)
    if (token.charge !== null && charge?.card !== token.card)
      report(`${token.id} paid a charge of another card`)
    const spent = token.charge !== null || (card !== undefined && card.customer !== null)
    if (token.used !== spent) report(`${token.id} is used: ${token.used}`)
  }
  for (const { id, defaultCard, deleted } of customers) {
    const own = cards.filter((card) => card.customer === id && !card.deleted).map((card) => card.id)
    if (deleted && own.length > 0) report(`${id} was deleted and has cards`)
    if (defaultCard === null ? own.length > 0 : !own.includes(defaultCard))
      report(`${id} has the default card ${defaultCard} of ${own.join(', ')}`)
  }
}

const keptMs = 90 * 86_400_000

/** Every record is announced once, and what ended is said once. */
const auditEvents = (world: World, report: Report): void => {
  const { events, charges, refunds, sources, customers, now } = world
  const isSpec = world.eventKeys === 'spec'
  const counts = new Map<string, number>()
  for (const event of events) {
    const what = `${event.key} ${event.subject.row.id}`
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  const once = (key: string, row: Row): void => {
    // Events of what was made long ago are gone.
    if (now !== null && row.createdAt <= now - keptMs) return
    const found = counts.get(`${key} ${row.id}`) ?? 0
    if (found !== 1) report(`${row.id} has ${found} events ${key}`)
  }
  for (const charge of charges) {
    once('charge.create', charge)
    if (charge.state === 'failed' && (isSpec || charge.source !== null)) once('charge.complete', charge)
  }
  for (const refund of refunds) once('refund.create', refund)
  for (const source of sources) if (isSpec) once('source.create', source)
  for (const customer of customers) {
    once('customer.create', customer)
    if (customer.deleted) once('customer.destroy', customer)
  }
}

/** Settings are one row at most; two webhook secrets sign at most, and what signs is 32 bytes. */
const auditAccount = (key: string, rows: Record<string, Row[]>, report: Report): void => {
  if ((rows.settings ?? []).length > 1) report(`${key} has ${rows.settings?.length} rows of settings`)
  const secrets = (rows.webhookSecrets ?? []) as (Row & { secret: string; deleted: boolean })[]
  const used = secrets.filter((row) => !row.deleted).length
  if (used > 2) report(`${key} has ${used} webhook secrets`)
  for (const { id, secret } of secrets) if (atob(secret).length !== 32) report(`${id} is not 32 bytes long`)
}
