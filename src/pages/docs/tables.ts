import { limits } from '../../kernel/limits'
import { triggerable } from '../../sandbox/actions/trigger'
import { recordNames } from '../../sandbox/records/records'
import { exploreRules, kinds } from '../../service/faults/kinds'
import { failureCodes } from '../../service/resources/charge/model'
import { eventObjects, isAboutDelivery } from '../../service/resources/event/keys'
import { scopes } from '../../service/resources/registry'
import { actions } from '../../service/simulation/actions'
import { code, codes, type DocsSource, type TopicEntry } from './content'
import { entryText } from './entry'
import { assumptionEntries, profileEntries } from './tables/choices'
import { errorEntries } from './tables/errors'
import { operationSections } from './tables/operations'
import { optionSections } from './tables/options'
import { chargeFlagEntries, chargeSection, expiryText, otherMachines } from './tables/states'
import { cardEntries, cardPayment, magicEntries, methodEntries } from './tables/test-cards'

const eventEntries = (profile: string): readonly TopicEntry[] =>
  triggerable(profile === 'omise' ? 'omise' : 'spec').map(({ key, summary }) => ({
    id: key,
    name: key,
    copied: key,
    text: `${summary}. Its \`data\` is the ${eventObjects[key].replaceAll('_', ' ')}${isAboutDelivery(key) ? '; it is recorded and never delivered' : ''}`,
  }))

const places = {
  call: 'calls',
  delivery: 'deliveries',
  payer: 'acts of a payer',
  flow: 'the flow, only when it is named',
} as const

const kindEntries = (): readonly TopicEntry[] =>
  Object.entries(kinds).map(([name, { at, text }]) => ({
    id: name,
    name,
    copied: name,
    label: places[at],
    text,
  }))

const ruleEntries = (): readonly TopicEntry[] =>
  Object.entries(exploreRules).map(([name, text]) => ({ id: name, name, text }))

const failureEntries = (): readonly TopicEntry[] => failureCodes.map((name) => ({ id: name, name, text: '' }))

const scopeEntries = (): readonly TopicEntry[] =>
  scopes().map(({ name, filters, queries }) => ({
    id: name,
    name,
    text: '',
    facts: [
      [
        'Filters',
        Object.entries(filters)
          .map(([attribute, { kind }]) => `${code(attribute)}${kind === 'string' ? '' : ` ${kind}`}`)
          .join(', '),
      ],
      ['Searched by query', codes(Object.keys(queries))],
    ],
  }))

const listed = (entries: readonly TopicEntry[]): string => entries.map(entryText).join('\n')

/** Markdown by the name of its table, with what follows the name in the topic. */
export const tables: Readonly<Record<string, (source: DocsSource, argument: string) => string>> = {
  assumptions: () => listed(assumptionEntries()),
  'card-payment': ({ target }) => listed(cardPayment(target)),
  'charge-flags': () => listed(chargeFlagEntries()),
  'charge-machine': chargeSection,
  'control-operations': ({ control }) => operationSections(control(), '/_sandbox'),
  errors: ({ target }) => listed(errorEntries(target)),
  events: (_, profile) => listed(eventEntries(profile)),
  'explore-kinds': () => listed(kindEntries()),
  'explore-rules': () => listed(ruleEntries()),
  'failure-codes': () => listed(failureEntries()),
  'magic-values': (_, place) => listed(magicEntries(place)),
  options: optionSections,
  'other-machines': otherMachines,
  'payment-methods': () => listed(methodEntries()),
  profiles: () => listed(profileEntries()),
  scopes: () => listed(scopeEntries()),
  'service-operations': ({ service, target }) => operationSections(service(), '', target.vaultUrl),
  'test-cards': (_, outcome) => listed(cardEntries(outcome === 'paying')),
}

/** Single values in a text. */
export const values: Readonly<Record<string, (source: DocsSource) => string>> = {
  actions: () => codes(Object.keys(actions)),
  expiry: expiryText,
  payerNumbersHours: () => String(limits.payerNumbersHours),
  records: () => recordNames.join(', '),
  url: ({ target }) => target.url,
}
