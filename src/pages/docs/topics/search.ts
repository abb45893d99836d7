import { scopes } from '../../../service/resources/registry'
import { code, codes, sectionOf, type TopicContent, type TopicEntry } from '../content'

const language = sectionOf(
  'query',
  'Words of a query',
  {
    'coffee beans': 'both words, in any attribute, in any order',
    '"coffee beans"': 'the words in a row',
    'description:coffee': 'the word in one attribute; also `description:"coffee beans"`',
    'metadata.order:A-1001': 'one key of the metadata; also `metadata.gift.from:malee`',
    'chrg_test_5xs2…': 'the id, as a whole',
  },
  'Only whole words match, in upper or lower case; there are no wildcards. Matches of a whole value come first, then ' +
    'the newest records. A query that is an id finds that record.',
)

const filters = sectionOf(
  'filters',
  'Values of filters',
  {
    text: 'the whole value: `filters[status]=successful`',
    boolean: '`yes`, `no`, `on`, `off`, `true` or `false`',
    money: 'units of the currency, not subunits: `100`, `100.50`, `100..200`, `100..`, `..200`',
    time:
      '`2026-01-15`, a time in ISO 8601, `today`, `yesterday`, `this_week`, `last_week`, `this_month`, `last_month`, ' +
      'or a range: `last_month..yesterday`. Days are UTC days on the clock of the sandbox',
  },
  '`query` and all `filters` must match.',
)

const result = sectionOf('results', 'Results', {
  limit: 'results on a page, 1 to 100 [30]; `per_page` is the same',
  page: 'the page, from 1',
  order: '`chronological` or `reverse_chronological`',
  from: 'the earliest time of creation; `to` is the latest',
  expand: '`true` shows records instead of their ids',
  export: '`true` with a `filter_type` makes a CSV of all results; `GET /exports/:id` says where it is',
})

const scopeEntries = (): readonly TopicEntry[] =>
  scopes().map(({ name, filters: own, queries }) => ({
    id: `scope-${name}`,
    name,
    text: '',
    facts: [
      [
        'Filters',
        Object.entries(own)
          .map(([attribute, { kind }]) => `${code(attribute)}${kind === 'string' ? '' : ` ${kind}`}`)
          .join(', '),
      ],
      ['Searched by query', codes(Object.keys(queries))],
    ],
  }))

export const searchTopic = (): TopicContent => ({
  text:
    '`GET /search?scope=charge&query=…&filters[…]=…` searches one scope; without `scope` it searches all. ' +
    '`GET /charges/search` and the like have the scope in the path. A wrong attribute answers 422, and the message ' +
    'lists those that exist.',
  sections: [
    language,
    filters,
    result,
    {
      id: 'scopes',
      title: 'Scopes',
      text: 'A scope, its filters, and the attributes that `query` searches.',
      entries: scopeEntries(),
    },
  ],
})
