import { keyedHash } from '../../kernel/digest'
import { machines } from '../../service/resources/models'
import { routes } from '../../service/resources/registry'
import { type CatalogueCard, catalogue } from './catalogue'
import { areaOf, type Coverage, type CoverageArea } from './summary'
import type { Tally } from './tally'

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
export const coverageOf = (tally: Tally, accounts: readonly string[]): Coverage => {
  const { errorCodes, eventKeys, transitions, testCards } = catalogue()
  // Two entries of the catalogue can be one status and code: a client cannot tell them apart.
  const errors = new Set(errorCodes.map(({ status, code }) => `${status} ${code}`))
  const worlds = tally.cards.size === 0 ? [] : accounts.flatMap((id) => [`${id}/test`, `${id}/live`])
  return {
    operations: area(
      routes,
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
