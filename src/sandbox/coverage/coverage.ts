import { keyedHash } from '../../kernel/digest'
import { machines } from '../../service/resources/models'
import { routes } from '../../service/resources/registry'
import { catalogue } from './catalogue'
import type { Tally } from './tally'

/** One row of the report, and how often it was exercised. */
export interface CoverageRow {
  readonly name: string
  readonly count: number
}

export interface CoverageArea {
  /** Number of rows that were exercised at least once. */
  readonly covered: number
  readonly total: number
  readonly rows: readonly CoverageRow[]
}

/** What was and was not exercised since the sandbox was created, or since the counts were cleared. */
export interface Coverage {
  /** `POST /charges`, by the requests that reached it, refused ones too. */
  readonly operations: CoverageArea
  /** `402 insufficient_fund`, by the requests that were answered so. */
  readonly errors: CoverageArea
  /** `charge.complete`, by the events that were recorded. */
  readonly events: CoverageArea
  /** `charge: authorized -> paid`; what was made comes from `new`. */
  readonly transitions: CoverageArea
  /** `4111111111140011 insufficient_fund`, by the tokens made of it. */
  readonly testCards: CoverageArea
}

const area = (rows: readonly CoverageRow[]): CoverageArea => ({
  covered: rows.filter(({ count }) => count > 0).length,
  total: rows.length,
  rows,
})

const operationRows = ({ operations }: Tally): CoverageRow[] =>
  routes.map((route) => ({
    name: `${route.method.toUpperCase()} ${route.path.replace(':sub_id', ':id')}`,
    count: operations.get(route)?.calls ?? 0,
  }))

const errorRows = ({ errors }: Tally): CoverageRow[] =>
  // Two entries of the catalogue can be one status and code: a client cannot tell them apart.
  [...new Set(catalogue().errorCodes.map(({ status, code }) => `${status} ${code}`))].map((name) => ({
    name,
    count: errors.get(name) ?? 0,
  }))

const collectionOf = new Map(Object.entries(machines).map(([collection, { name }]) => [name, collection]))

const transitionRows = ({ transitions }: Tally): CoverageRow[] =>
  catalogue().transitions.map(({ resource, from, to }) => ({
    name: `${resource}: ${from} -> ${to}`,
    count: transitions.get(`${collectionOf.get(resource)} ${from} ${to}`) ?? 0,
  }))

/** Card numbers are not kept, so this looks for the fingerprint of each test card. */
const cardRows = ({ cards }: Tally, accounts: readonly string[]): CoverageRow[] => {
  const worlds = cards.size === 0 ? [] : accounts.flatMap((id) => [`${id}/test`, `${id}/live`])
  return catalogue().testCards.map(({ number, outcome, step }) => ({
    name: [
      number,
      outcome ?? 'pays',
      ...(step === null || step === 'charge' ? [] : [`(3-D Secure ${step})`]),
    ].join(' '),
    count: worlds.reduce((sum, key) => sum + (cards.get(keyedHash(key, number)) ?? 0), 0),
  }))
}

/** @param accounts ids of all accounts */
export const coverageOf = (tally: Tally, accounts: readonly string[]): Coverage => ({
  operations: area(operationRows(tally)),
  errors: area(errorRows(tally)),
  events: area(catalogue().eventKeys.map((name) => ({ name, count: tally.events.get(name) ?? 0 }))),
  transitions: area(transitionRows(tally)),
  testCards: area(cardRows(tally, accounts)),
})
