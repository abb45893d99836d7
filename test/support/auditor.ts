/**
 * What holds in every state, whatever happened before: the rules of the books, by `--audit`, and what rows and jobs must
 * be. The rules of money that lead there are stated once more in `test/simulate/model`.
 */
import type { Snapshot } from '../../src/index'
import { audit } from '../../src/service/ledger/audit'
import type { TransactionRow } from '../../src/service/resources/transaction/model'
import { worldOf } from './books'

type Rows = Snapshot['worlds'][string]

/** All that is wrong with a state, given as the JSON of a snapshot, or read from it. */
export const auditBooks = (given: string | Snapshot): readonly string[] => {
  const state: Snapshot = typeof given === 'string' ? JSON.parse(given) : given
  return Object.entries(state.worlds).flatMap(([key, rows]) => [
    ...rowFaults(key, rows, state.clock.frozenAt),
    ...jobFaults(key, rows, state),
    ...audit(worldOf(rows, key.endsWith('/live'))),
  ])
}

/** Ids that say nothing of their mode. */
const forms: Readonly<Record<string, RegExp>> = {
  aliases: /./,
  dispatches: /^evnt_(test_)?[0-9a-z]{19}\/\d+$/,
  idempotencyKeys: /./,
  webhookSecrets: /^whsec_[0-9a-z]{19}$/,
}

/** Dates that are meant to lie ahead. */
const ahead = new Set(['expiresAt', 'transferableAt', 'retryAt'])

const futureDates = (row: object, now: number): readonly string[] =>
  Object.entries(row)
    .filter(([name, time]) => /[a-z]At$/.test(name) && !ahead.has(name) && Number(time) > now)
    .map(([name]) => name)

/** Ids are of the world's mode and unique; rows are in the order of their creation, and no date of one is in the future. */
const rowFaults = (key: string, rows: Rows, now: number | null): readonly string[] => {
  const form = key.endsWith('/live') ? /^[a-z]+_[0-9a-z]{19}$/ : /^[a-z]+_test_[0-9a-z]{19}$/
  const ids = new Set<string>()
  return Object.entries(rows).flatMap(([name, members]) =>
    members.flatMap((row, place) => {
      const { id, createdAt } = row
      const isTwice = ids.has(id)
      ids.add(id)
      return [
        ...(isTwice ? [`${id} exists twice`] : []),
        ...((forms[name] ?? form).test(id) ? [] : [`${id} is no id of ${key}`]),
        ...(createdAt < (members[place - 1]?.createdAt ?? createdAt)
          ? [`${id} stands behind a younger row`]
          : []),
        ...(now === null ? [] : futureDates(row, now).map((date) => `${date} of ${id} is in the future`)),
      ]
    }),
  )
}

const jobFaults = (key: string, rows: Rows, { jobs }: Snapshot): readonly string[] => {
  const own = jobs.pending.filter(({ world }) => world === key)
  const ids = new Set(Object.values(rows).flatMap((members) => members.map(({ id }) => id)))
  return own
    .filter(({ id, subject }) => id > jobs.planned || !ids.has(subject))
    .map(({ id, subject }) => `job ${id} of ${jobs.planned} is about nothing: ${subject}`)
}

/** What the merchant is owed in each world: what was booked on its account, with the sign of a debt. */
export const balancesOf = ({ worlds }: Snapshot): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(worlds).map(([key, { transactions = [] }]) => {
      const entries = transactions as readonly TransactionRow[]
      return [key, entries.reduce((sum, { lines }) => sum - (lines.merchant ?? 0), 0)]
    }),
  )
