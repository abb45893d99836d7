/** What is read of records, and when: only what a search needs, or ahead of it in steps. */
import { expect, test } from 'vitest'
import { makeClient } from '../../support/client'
import type { SearchBody } from '../../support/search'
import { expectSuccess, makeSandbox } from '../../support/set-up'
import { conditionsOf, type Question, Subject, scan } from './followed'

const anything: Question = { word: null, field: null, group: null, size: null, since: null }

const found = (subject: Subject, question: Question): readonly string[] =>
  subject.index.find(conditionsOf(question)).all.map((place) => subject.items.at(place).id)

const insertMany = (subject: Subject, count: number): void =>
  subject.undo.run(() => {
    for (let i = 0; i < count; i += 1)
      subject.take({
        do: 'insert',
        item: { createdAt: 6, group: 'b', size: i, note: 'tea', key: 'x', hidden: false, label: 'red' },
      })
  })

test.each<[string, Partial<Question>, readonly string[]]>([
  ['without a condition', {}, []],
  ['with a filter', { group: 'a' }, ['group']],
  ['with two filters', { group: 'a', size: [0, 3] }, ['group', 'size']],
  ['with a filter that nothing fits before another', { group: 'nothing', size: [0, 3] }, ['group']],
  ['with a word', { word: 'coffee' }, ['note']],
])('a search %s reads only what it needs', (_, asked, attributes) => {
  const subject = new Subject()
  found(subject, { ...anything, ...asked })
  expect([...subject.reads.keys()]).toEqual(attributes)
})

test('an attribute that is asked for later knows all changes since an earlier one was', () => {
  const subject = new Subject()
  found(subject, { ...anything, group: 'a' })
  insertMany(subject, 3)
  subject.undo.run(() => subject.items.update(subject.items.at(1), { size: 77, note: 'juice' }))
  const bySize: Question = { ...anything, size: [77, 77] }
  const byWord: Question = { ...anything, word: 'juice', field: 'note' }
  expect([found(subject, bySize), found(subject, byWord)]).toEqual([['first_1'], ['first_1']])
  subject.restore()
  expect([found(subject, bySize), found(subject, byWord)]).toEqual([[], []])
  expect(found(subject, { ...anything, group: 'b' })).toEqual([])
})

test('each step ahead reads a few records, and a search in between finds all', () => {
  const subject = new Subject()
  insertMany(subject, 50)
  const tea: Question = { ...anything, word: 'tea' }
  const reading = subject.index.readAhead(10)
  for (let step = 1; step <= 3; step += 1) {
    expect(reading.next().done).toBe(false)
    expect(subject.reads.get('note')).toBe(10 * step)
  }
  insertMany(subject, 5)
  expect(found(subject, tea)).toEqual(scan(subject, tea))
  expect([subject.reads.get('note'), reading.next().done]).toEqual([subject.items.length, true])
})

test('each step ahead reads a few of many changed records, and counts down those that are left', () => {
  const subject = new Subject()
  insertMany(subject, 50)
  const tea: Question = { ...anything, word: 'tea' }
  found(subject, tea)
  const before = subject.reads.get('note') ?? 0
  subject.undo.run(() => {
    for (let place = 10; place < 45; place += 1)
      subject.items.update(subject.items.at(place), { note: place % 2 === 0 ? 'juice' : 'tea with milk' })
  })
  const reading = subject.index.readAhead(10)
  for (const unread of [25, 15, 5]) {
    expect([reading.next().done, subject.index.unread]).toEqual([false, unread])
    expect(subject.reads.get('note')).toBe(before + 35 - unread)
  }
  expect(found(subject, tea)).toEqual(scan(subject, tea))
  expect([reading.next().done, subject.index.unread]).toEqual([true, 0])
})

test('records that are gone while they are read ahead are not found', () => {
  const subject = new Subject()
  insertMany(subject, 50)
  const reading = subject.index.readAhead(40)
  reading.next()
  subject.restore()
  expect(reading.next().done).toBe(true)
  const tea: Question = { ...anything, word: 'tea' }
  expect(found(subject, tea)).toEqual(scan(subject, tea))
})

test('spec 4.10 rule 6, assumption search-delay: a filter that is asked for during the delay knows the old value', async () => {
  const sandbox = makeSandbox({ searchDelay: 1500 })
  const client = makeClient(sandbox)
  const ids = async (filters: { readonly [name: string]: string }) =>
    expectSuccess(await client.get<SearchBody>('/search', { scope: 'charge', filters })).data.map(
      ({ id }) => id,
    )
  const { id } = await client.charge({ capture: false })
  await sandbox.clock.advance(1500)
  expect(await ids({ authorized: 'true' })).toEqual([id])
  await client.post(`/charges/${id}/capture`)
  expect([await ids({ status: 'pending' }), await ids({ status: 'successful' })]).toEqual([[id], []])
  await sandbox.clock.advance(1500)
  expect([await ids({ status: 'pending' }), await ids({ status: 'successful' })]).toEqual([[], [id]])
})
