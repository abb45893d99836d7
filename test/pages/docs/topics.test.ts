/** The documentation is made from the tables: each row has an entry. */
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Charge, createSandbox } from '../../../src/index'
import { catalogue } from '../../../src/kernel/error-catalogue'
import type { SandboxErrorCode } from '../../../src/kernel/sandbox-error'
import { optionRows } from '../../../src/options/config'
import { profileOf, profileRowNames } from '../../../src/options/profiles'
import {
  allNames,
  entriesIn,
  readmeNames,
  type Topic,
  type TopicName,
  topicNames,
} from '../../../src/pages/docs/content'
import { foundText, topicText } from '../../../src/pages/docs/markdown'
import { narrow } from '../../../src/pages/docs/search'
import { topicOf, topicTexts } from '../../../src/pages/docs/topics'
import { controlRoutes } from '../../../src/pages/routes'
import { catalogue as testData } from '../../../src/sandbox/coverage/catalogue'
import { assumptions } from '../../../src/service/assumptions'
import { eventKeysOf } from '../../../src/service/resources/event/keys'
import { machines } from '../../../src/service/resources/models'
import { routesIn, scopes } from '../../../src/service/resources/registry'
import { bankOutcomes } from '../../../src/service/simulation/banks'
import { failingCards, successfulCards } from '../../../src/service/simulation/cards'
import { methods } from '../../../src/service/simulation/methods'
import { askedFailures } from '../../../src/service/simulation/outcomes'
import type { WebhookRefusal } from '../../../src/service/webhooks/signature'
import { docsSource } from '../../support/docs'
import type { Params } from '../../support/form'
import { document } from '../../support/openapi'
import { day, expectSuccess, setUp } from '../../support/set-up'

/** Not for readers of the documentation: what servers and test tools use, and the log of a server. */
const internal = ['host', 'onRequest']

/** Every code of a SandboxError, and of a WebhookError: the compiler misses one that is not here. */
const sandboxErrors: { readonly [code in SandboxErrorCode]: true } = {
  already_intercepted: true,
  cannot_listen: true,
  cannot_write: true,
  clock_backwards: true,
  closed: true,
  endless_events: true,
  flow_failed: true,
  invalid_duration: true,
  invalid_fault: true,
  invalid_fixture: true,
  invalid_option: true,
  invalid_snapshot: true,
  invalid_time: true,
  no_endpoint: true,
  nothing_to_explore: true,
  not_found: true,
  port_taken: true,
  refused: true,
  stopped: true,
  timed_out: true,
  unknown_host: true,
  unsupported_runtime: true,
}

const refusals: { readonly [code in WebhookRefusal]: true } = {
  missing_signature: true,
  malformed_signature: true,
  missing_timestamp: true,
  malformed_timestamp: true,
  signature_mismatch: true,
  timestamp_too_old: true,
  timestamp_too_new: true,
  malformed_body: true,
}

const topic = (name: TopicName): Topic => topicOf(name, docsSource())
const entriesOf = ({ sections }: Topic) => sections.flatMap(entriesIn)

describe('a topic has an entry for each row of its tables', () => {
  const calls = (all: readonly { method: string; path: string }[]) =>
    all.map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/:\w+/g, '{}')}`)
  const names = (one: Topic): readonly string[] => entriesOf(one).map(({ name }) => name)
  const texts = (one: Topic): readonly string[] => entriesOf(one).map(({ text }) => text)
  const shownCalls = (one: Topic): readonly string[] =>
    entriesOf(one).map(({ label, name }) => `${label} ${name.replace(/\{\w+\}/g, '{}')}`)
  const tables: [TopicName, readonly string[], (topic: Topic) => readonly string[]][] = [
    ['errors', Object.values(catalogue).map(({ code }) => code), names],
    ['states', Object.values(machines).flatMap(({ rules }) => rules.map(({ on }) => on)), names],
    ['test-cards', [...successfulCards, ...failingCards.map(({ number }) => number)], names],
    ['test-cards', methods.map(({ type }) => type), names],
    ['test-cards', Object.values(askedFailures).flat(), names],
    ['test-cards', Object.keys(bankOutcomes).map((ending) => `…${ending}`), names],
    [
      'test-cards',
      testData({ profile: profileOf('spec'), profileName: 'spec' }).magicValues.map(({ effect }) => effect),
      texts,
    ],
    ['library', Object.keys(sandboxErrors), names],
    ['webhooks', eventKeysOf('spec'), names],
    ['webhooks', Object.keys(refusals), names],
    ['search', scopes().map(({ name }) => name), names],
    ['choices', assumptions.map(({ id }) => id), names],
    ['choices', profileRowNames.map((name) => `${name}`), names],
    ['options', Object.keys(optionRows), (one) => entriesOf(one).map(({ id }) => id)],
    ['api', calls(routesIn('spec')), shownCalls],
    [
      'control',
      calls(controlRoutes().map((route) => ({ ...route, path: `/_sandbox${route.path}` }))),
      shownCalls,
    ],
  ]

  test.each(tables)('%s, %#', (name, rows, shown) => {
    const there = new Set(shown(topic(name)))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((row) => !there.has(row))).toEqual([])
  })
})

test('each README of an example is a topic, and says in its list what it shows', () => {
  const folders = readdirSync(new URL('../../../examples', import.meta.url), { withFileTypes: true })
  const projects = folders.filter((one) => one.isDirectory() && one.name !== 'screenshots')
  const names = readmeNames.filter((name) => name !== 'examples' && name !== 'fixtures')
  expect(projects.map(({ name }) => name)).toEqual(names.toSorted())
  expect(names.filter((name) => topicTexts[name].about === '')).toEqual([])
})

test('each file of topics is in the order of the menu', () => {
  const files = readdirSync(new URL('../../../src/pages/docs/topics', import.meta.url))
  expect(files.sort()).toEqual(topicNames.map((name) => `${name}.md`).sort())
})

/** All texts of a topic. */
const textsOf = ({ title, text, sections }: Topic): readonly string[] => [
  title,
  text,
  ...sections.flatMap((one) => [
    one.title,
    ...one.blocks.map((block) => (typeof block === 'string' ? block : block.text)),
  ]),
]

test.each(topicNames)(
  '%s is read as a whole: no table, value or mark of it is left, and code ends',
  (name) => {
    const texts = textsOf(topic(name))
    const unread = /<!--|\{\{|^#|^- |^\d+\. |\*\*|\]\(|\{#|entries=/m
    expect(texts.filter((one) => unread.test(one))).toEqual([])
    expect(texts.filter((one) => one.split('`').length % 2 === 0)).toEqual([])
  },
)

test.each(allNames)('%s names each anchor once, and nothing is empty', (name) => {
  const { sections, title, text } = topic(name)
  const ids = sections.flatMap((section) => [section.id, ...entriesIn(section).map((entry) => entry.id)])
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  expect(ids.filter((id) => !/^[\w.-]+$/.test(id))).toEqual([])
  expect([title, topicTexts[name].about, text].every((one) => one.length > 0)).toBe(true)
  expect(sections.filter(({ blocks }) => blocks.length === 0)).toEqual([])
})

test('test-cards names each value once in its section', () => {
  for (const section of topic('test-cards').sections) {
    const { title } = section
    const names = entriesIn(section).map(({ name }) => name)
    expect([title, names.filter((name, i) => names.indexOf(name) !== i)]).toEqual([title, []])
  }
})

test.each(topicNames)(
  '%s fits 80 columns as Markdown, commands too, but for words that are longer',
  (name) => {
    const texts = [topicText(name, docsSource()), foundText(topic(name))]
    const lines = texts.flatMap((text) => text.split('\n'))
    expect(lines.filter((line) => line.length > 80 && line.trim().replace(/^- /, '').includes(' '))).toEqual(
      [],
    )
  },
)

describe('how long a charge waits', () => {
  const days = async (country: 'TH' | 'JP', params: Params): Promise<number> => {
    const { client, sandbox } = setUp({ country })
    const payer = params.source === undefined ? { card: sandbox.token().id } : {}
    const order = { amount: 20_000, currency: 'thb', ...payer, ...params }
    const charge = expectSuccess(await client.post<Charge>('/charges', order))
    return (Date.parse(charge.expires_at) - Date.parse(charge.created_at)) / day
  }
  const said = /(\d+) days.* made, (\d+) for a Japanese account/
  const texts: [string, () => string][] = [
    ['docs states', () => topicText('states', docsSource())],
    ['docs test-cards', () => topicText('test-cards', docsSource())],
    ['expires_at in an answer', () => JSON.stringify(document.components.schemas?.Charge)],
    ['expires_at in a request', () => JSON.stringify(document.components.schemas?.CreateChargeRequest)],
  ]

  test.each([
    ['a QR code', { source: { type: 'promptpay' } }],
    ['the page of a wallet', { source: { type: 'alipay' }, return_uri: 'https://shop.example/' }],
    ['3-D Secure', { authentication: '3DS' }],
    ['an authorization', { capture: false }],
  ])('%s: as each text says', async (_, params) => {
    const waits = [await days('TH', params), await days('JP', params)].map(String)
    for (const [name, text] of texts)
      expect([name, ...(said.exec(text().replace(/\s+/g, ' ')) ?? []).slice(1)]).toEqual([name, ...waits])
  })
})

test('library names every member of a sandbox', () => {
  const members = Object.keys(createSandbox()).filter((name) => !internal.includes(name))
  const sections = topic('library').sections.filter(({ id }) =>
    ['calling', 'reading', 'steering'].includes(id),
  )
  const named = sections
    .flatMap(entriesIn)
    .flatMap(({ name }) => name.split(', ').map((one) => one.replace(/\(.*/, '')))
  expect(members.filter((name) => !named.includes(name))).toEqual([])
})

describe('a search in a topic', () => {
  test('finds the entries that contain every word', () => {
    expect(entriesOf(narrow(topic('errors'), 'Stolen card')).map(({ id }) => id)).toEqual([
      'stolen_or_lost_card',
    ])
  })

  test('finds by a whole name the entries of that name alone', () => {
    expect(entriesOf(narrow(topic('errors'), 'invalid_card')).map(({ id, label }) => [id, label])).toEqual([
      ['invalid_card', '400'],
      ['declined_invalid_card', '402'],
    ])
  })

  test('of a question looks for what it is about', () => {
    const inQuestion = narrow(topic('errors'), 'What do I do with a stolen card?')
    expect(entriesOf(inQuestion)).toEqual(entriesOf(narrow(topic('errors'), 'stolen card')))
    expect(entriesOf(inQuestion)).not.toEqual([])
  })

  test('finds nothing for a word that is nowhere', () => {
    expect(narrow(topic('errors'), 'zeppelin').sections).toEqual([])
  })
})
