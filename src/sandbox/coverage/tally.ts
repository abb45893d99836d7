import type { Commit, UndoLog } from '../../kernel/commit'
import { keyedHash } from '../../kernel/digest'
import type { Tallying } from '../../service/http/backend'
import type { Route } from '../../service/http/route'
import type { CardRow } from '../../service/resources/card/model'
import type { EventRow } from '../../service/resources/event/model'
import { machines } from '../../service/resources/models'
import { routesIn } from '../../service/resources/registry'
import { type CatalogueCard, type ChosenProfile, catalogue } from './catalogue'
import type { Coverage, CoverageArea } from './schema'
import { areaOf } from './summary'

/** The most fingerprints to count: there are few test cards, but any number of other cards. */
const fingerprintsMax = 1000

/**
 * Counts for the coverage report of one sandbox. They belong to a test session, not to the state: a reset or a restore
 * does not change them. Each request costs a few look-ups in maps.
 */
export class Tally implements Tallying {
  readonly operations = new Map<Route, number>()
  /** By status and code: `402 insufficient_fund`. */
  readonly errors = new Map<string, number>()
  /** By key. */
  readonly events = new Map<string, number>()
  /** By collection and states: `charges authorized paid`. A record that was made comes from `new`. */
  readonly transitions = new Map<string, number>()
  /** By the fingerprint of each card that a token was made of. */
  readonly cards = new Map<string, number>()
  #unsubscribe = (): void => undefined

  clear(): void {
    for (const counts of [this.operations, this.errors, this.events, this.transitions, this.cards])
      counts.clear()
  }

  answered(route: Route | null, status: number, code: string | null): void {
    if (route !== null) count(this.operations, route)
    if (code !== null) count(this.errors, `${status} ${code}`)
  }

  /** Counts the commits after `first`, without `first` itself. */
  follow(undo: UndoLog, first: () => void): void {
    this.#unsubscribe()
    try {
      first()
    } finally {
      this.#unsubscribe = undo.subscribe(this.#add)
    }
  }

  readonly #add = ({ inserted, moves }: Commit): void => {
    for (const { target, next } of inserted) {
      if (target.name === 'events') count(this.events, (next as EventRow).key)
      else if (target.name === 'cards') this.#addCard(next as CardRow)
    }
    for (const { collection, from, to } of moves) count(this.transitions, `${collection} ${from} ${to}`)
  }

  #addCard({ fingerprint }: CardRow): void {
    if (this.cards.has(fingerprint) || this.cards.size < fingerprintsMax) count(this.cards, fingerprint)
  }
}

const count = <K>(counts: Map<K, number>, name: K): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

const area = <R>(
  items: readonly R[],
  nameOf: (item: R) => string,
  countOf: (item: R) => number | undefined,
): CoverageArea => areaOf(items.map((item) => ({ name: nameOf(item), count: countOf(item) ?? 0 })))

const collectionOf = new Map(Object.entries(machines).map(([collection, { name }]) => [name, collection]))

const cardName = ({ number, outcome, step }: CatalogueCard): string =>
  [number, outcome ?? 'pays', ...(step === null || step === 'charge' ? [] : [`(3-D Secure ${step})`])].join(
    ' ',
  )

/** @param accounts ids of all accounts */
export const coverageOf = (tally: Tally, accounts: readonly string[], chosen: ChosenProfile): Coverage => {
  const { errorCodes, eventKeys, transitions, testCards } = catalogue(chosen)
  // Two entries of the catalogue can be one status and code: a client cannot tell them apart.
  const errors = new Set(errorCodes.map(({ status, code }) => `${status} ${code}`))
  const worlds = tally.cards.size === 0 ? [] : accounts.flatMap((id) => [`${id}/test`, `${id}/live`])
  return {
    operations: area(
      routesIn(chosen.profileName),
      ({ method, path }) => `${method.toUpperCase()} ${path.replace(':sub_id', ':id')}`,
      (route) => tally.operations.get(route),
    ),
    errors: area([...errors], String, (error) => tally.errors.get(error)),
    events: area(eventKeys, String, (key) => tally.events.get(key)),
    transitions: area(
      transitions,
      ({ resource, from, to }) => `${resource}: ${from} -> ${to}`,
      ({ resource, from, to }) => tally.transitions.get(`${collectionOf.get(resource)} ${from} ${to}`),
    ),
    // Card numbers are not kept, so this looks for the fingerprint of each test card.
    testCards: area(testCards, cardName, ({ number }) =>
      worlds.reduce((sum, key) => sum + (tally.cards.get(keyedHash(key, number)) ?? 0), 0),
    ),
  }
}
