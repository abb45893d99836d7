import { limits } from '../../kernel/limits'
import { triggerable } from '../../sandbox/actions/trigger'
import { recordNames } from '../../sandbox/records/records'
import { exploreRules, kinds } from '../../service/faults/kinds'
import { failureCodes } from '../../service/resources/charge/model'
import { eventObjects, isAboutDelivery } from '../../service/resources/event/keys'
import { scopes } from '../../service/resources/registry'
import { actions } from '../../service/simulation/actions'
import { code, codes, type DocsSource, type Table, type TopicEntry, type TopicSection } from './content'
import { asMarkdown, entryText, sectionText, withEntries } from './entry'
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

const entries = (all: readonly TopicEntry[]): Table => ({ entries: all.map(asMarkdown) })

const sections = (all: readonly TopicSection[]): Table => ({
  sections: all.map((section) => withEntries(section, asMarkdown)),
})

/** What follows from the code, by the name of its table, with what follows the name in the topic. */
export const tables: Readonly<Record<string, (source: DocsSource, argument: string) => Table>> = {
  assumptions: () => entries(assumptionEntries()),
  'card-payment': ({ target }) => entries(cardPayment(target)),
  'charge-flags': () => entries(chargeFlagEntries()),
  'charge-machine': () => sections([chargeSection()]),
  'control-operations': ({ control }) => sections(operationSections(control(), '/_sandbox')),
  errors: ({ target }) => entries(errorEntries(target)),
  events: (_, profile) => entries(eventEntries(profile)),
  'explore-kinds': () => entries(kindEntries()),
  'explore-rules': () => entries(ruleEntries()),
  'failure-codes': () => entries(failureEntries()),
  'magic-values': (_, place) => entries(magicEntries(place)),
  options: () => sections(optionSections()),
  'other-machines': () => sections(otherMachines()),
  'payment-methods': () => entries(methodEntries()),
  profiles: () => entries(profileEntries()),
  scopes: () => entries(scopeEntries()),
  'service-operations': ({ service, target }) => sections(operationSections(service(), '', target.vaultUrl)),
  'test-cards': (_, outcome) => entries(cardEntries(outcome === 'paying')),
}

/** A table as text. The fields of an operation have lines of their own only where it is asked for. */
export const tableText = (table: Table): string =>
  'entries' in table
    ? table.entries.map(entryText).join('\n')
    : table.sections
        .map((section) => sectionText(withEntries(section, (entry) => ({ ...entry, forms: [] }))))
        .join('\n')

/** Single values in a text. */
export const values: Readonly<Record<string, (source: DocsSource) => string>> = {
  actions: () => codes(Object.keys(actions)),
  expiry: expiryText,
  payerNumbersHours: () => String(limits.payerNumbersHours),
  records: () => recordNames.join(', '),
  url: ({ target }) => target.url,
}
