/**
 * Which tests prove which row of the specification: for each table of test/spec, how the titles of the tests begin
 * that a row must have. proof.test.ts asks vitest for the titles that there are.
 */
import { authOutcomes } from '../spec/auth'
import { chargeFlags } from '../spec/charge-flags'
import { alternateCodes, sampleMessages } from '../spec/errors'
import { events } from '../spec/events'
import { listParams, listRefusals } from '../spec/lists'
import { prefixes } from '../spec/prefixes'
import { filterWords, searchParams } from '../spec/scopes'
import { statuses } from '../spec/statuses'
import { failingTestCards, payingTestCards } from '../spec/test-cards'
import { flags, states, type TransitionSpec } from '../spec/transitions'
import { unsupportedOperations, versions } from '../spec/versions'
import {
  endpointRows,
  errorRows,
  fieldRows,
  limitRows,
  nameOfEndpoint,
  nameOfField,
  scopeRows,
  transitionRows,
} from './tables'

/** A test of test/conformance: its file without the ending, and how its title begins, without quotation marks. */
export interface Claim {
  readonly file: string
  readonly title: string
}

export interface ProvenRow {
  readonly row: string
  readonly proof: readonly Claim[]
}

export interface ProvenTable {
  readonly section: string
  readonly name: string
  readonly rows: readonly ProvenRow[]
}

type Titles<R> = Readonly<Record<string, (row: R) => readonly string[]>>

/** The sections themselves, or what many have in common. */
const sectionOf = (cited: readonly string[]): string => {
  const sections = [...new Set(cited)]
  return sections.length <= 3 ? sections.join(', ') : (sections[0]?.replace(/\..*/, '') ?? '')
}

const table = <R extends { readonly spec: string }>(
  name: string,
  rows: readonly R[],
  nameOf: (row: R) => string,
  titles: Titles<R>,
): ProvenTable => ({
  section: sectionOf(rows.map((row) => row.spec)),
  name,
  rows: rows.map((row) => ({
    row: nameOf(row),
    proof: Object.entries(titles).flatMap(([file, of]) => of(row).map((title) => ({ file, title }))),
  })),
})

/** Rows that cite no section: they were taken from what is published beside the specification. */
const cited = <R extends object>(rows: readonly R[], spec: string) => rows.map((row) => ({ ...row, spec }))

const titleOfTransition = ({ subject, from, by, to }: TransitionSpec): string =>
  subject === 'charge' ? `${by} of a ${from} charge (` : `${from}, ${by}: ${to}`

const attributes = scopeRows.flatMap(({ scope, spec, filters, queries }) => [
  ...Object.keys(filters).map((name) => ({ scope, spec, name, ask: `filters[${name}]=` })),
  ...queries.map((name) => ({ scope, spec, name, ask: `query=${name}:x` })),
])

export const provenTables: readonly ProvenTable[] = [
  table('prefixes of ids and keys', prefixes, ({ resource }) => resource, {
    fields: ({ resource }) => [`${resource} in test mode`, `${resource} in live mode`],
  }),
  table('fields', fieldRows, nameOfField, {
    fields: (row) => [`${nameOfField(row)} is ${row.type}, `, `${nameOfField(row)} has been seen`],
  }),
  table('flags of a charge', cited(chargeFlags, '2.2'), ({ standing }) => standing, {
    'charge-flags': ({ standing }) => [
      `a charge that is ${standing} has all of its flags`,
      `a charge that was ${standing} is shown so also after a restart`,
    ],
  }),
  table('states', states, ({ subject, state }) => `${subject} ${state}`, {
    states: ({ subject, state }) => [`a ${subject} can be ${state}`],
  }),
  table('flags', flags, ({ subject, flag }) => `${subject} ${flag}`, {
    states: ({ subject, flag }) => [`${subject} is ${flag} once it is`],
  }),
  table('transitions', transitionRows, ({ subject, from, by }) => `${subject} ${from}, ${by}`, {
    transitions: (row) => [titleOfTransition(row)],
  }),
  table('endpoints', endpointRows, nameOfEndpoint, {
    endpoints: (row) => [
      `${nameOfEndpoint(row)} is built`,
      `${nameOfEndpoint(row)} answers: ${row.returns}`,
      `${nameOfEndpoint(row)} and a secret key`,
      `${nameOfEndpoint(row)} and a public key`,
      `${nameOfEndpoint(row)} needs a key`,
      `${nameOfEndpoint(row)} is not answered by the other server`,
    ],
  }),
  table('parameters of lists', listParams, ({ param }) => param, {
    lists: (row) => [
      `${row.param} is ${row.default === 0 ? '+0' : row.default} when`,
      `${row.param} is echoed`,
    ],
  }),
  table('refusals of lists', listRefusals, ({ param, given }) => `${param} ${given}`, {
    lists: ({ param, given, status, code }) => [`${param} ${given}: ${status} ${code}`],
  }),
  table('scopes of searches', scopeRows, ({ scope }) => scope, {
    scopes: ({ scope }) => [
      `${scope} filters by what the table names`,
      `${scope} is searched in what the table names`,
      `${scope} does not filter by metadata`,
    ],
  }),
  table('attributes of scopes', attributes, ({ scope, name }) => `${scope} ${name}`, {
    scopes: ({ scope, ask }) => [`${scope} takes ${ask}`],
  }),
  table('parameters of searches', searchParams, ({ param }) => param, {
    scopes: ({ param }) => [`${param} is a parameter of GET /search`],
  }),
  table('words of filters', filterWords, ({ word }) => word, {
    scopes: ({ word, type }) => [`${word} is a ${type}`],
  }),
  table('outcomes of authentication', authOutcomes, (row) => row.case, {
    auth: (row) => ['/charges', '/events'].map((path) => `${row.case} on ${path}: ${row.status} ${row.code}`),
  }),
  table('kinds of events', events, ({ key }) => key, {
    limits: ({ key }) => [`${key} is a kind of event`],
    emitted: ({ key }) => [`${key} is told when: `],
  }),
  table('statuses', statuses, ({ status }) => String(status), {
    errors: ({ status }) => [`${status}: `],
    answered: ({ status }) => (status >= 400 ? [`${status} `] : []),
    endpoints: ({ status }) => (status === 200 ? ['POST /charges answers: charge'] : []),
  }),
  table('errors', errorRows, ({ status, code }) => `${status} ${code}`, {
    errors: ({ status, code }) => [`${status} ${code}: `],
    answered: ({ status, code }) => [`${status} ${code} (`],
  }),
  table('other names of errors', alternateCodes, ({ alternate }) => alternate, {
    errors: ({ code, alternate }) => [`${code} is used, not its other name ${alternate}`],
  }),
  table('quoted messages', sampleMessages, ({ message }) => message, {
    errors: ({ status, code, message }) => [`${status} ${code}: ${message.slice(0, 20)}`],
  }),
  table('test cards that fail', cited(failingTestCards, '7.1'), ({ number }) => number, {
    'test-cards': ({ number, brand }) => [`${number} (${brand}) `],
  }),
  table('test cards that pay', cited(payingTestCards, '1'), ({ number }) => number, {
    'test-cards': ({ number, brand }) => [
      `${number} (${brand}) pays`,
      `${number} (${brand}) pays after a 3-D Secure`,
    ],
  }),
  table('limits', limitRows, ({ name }) => name, {
    limits: ({ name, value, unit, spec }) => [
      `${name} holds at its edge`,
      ...(value === undefined || spec === '4.10' || name === 'offset_min' || name === 'card_token_uses_max'
        ? []
        : [`${name} is ${value === 0 ? '+0' : value} ${unit}`]),
    ],
  }),
  table('versions', versions, ({ version }) => version, {
    limits: ({ version, current }) => [`${version} is known, current: ${current}`],
    versions: ({ version }) => [`every record can be read in ${version}`],
  }),
  table('operations that a version lacks', unsupportedOperations, ({ code }) => code, {
    errors: ({ status, code }) => [`spec 9: ${status} ${code} exists`],
    answered: ({ status, code }) => [`${status} ${code} (`],
  }),
]
