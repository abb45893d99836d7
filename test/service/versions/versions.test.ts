import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../src/kernel/errors'
import { currentVersion, history, versions } from '../../../src/service/versions/history'
import { knows, showIn, showNear, sinceOf } from '../../../src/service/versions/index'
import { renamedFields, unknownIn2014, withoutOperationsIn2015 } from '../../spec/version-forms'

const now = Date.UTC(2026, 0, 15)
const link = { object: 'link', id: 'link_test_1', title: 'Tea' }

const refusalOf = (work: () => unknown): string | null => {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof ApiError ? error.refusal : String(error)
  }
}

describe('spec 9: an answer in the form of an older version', () => {
  test('the newest version is the very same object', () => {
    expect(showIn(currentVersion, link, now)).toBe(link)
    expect(showNear(currentVersion, link, now)).toBe(link)
  })

  test('what a version does not know is serializer_not_found, also inside a list or a search', () => {
    for (const answer of [link, { object: 'list', data: [link] }, { object: 'search', data: [link] }]) {
      expect(refusalOf(() => showIn('2014-07-27', answer, now))).toBe('serializer_not_found')
      for (const version of ['2015-11-17', '2017-11-02'] as const)
        expect(refusalOf(() => showIn(version, answer, now))).toBeNull()
    }
    expect(showNear('2014-07-27', { ...link, created_at: 'x' }, now)).toEqual({ ...link, created: 'x' })
  })

  test('an event comes in its own version, which no other changes', () => {
    const data = { object: 'charge', created_at: 'y' }
    const event = { object: 'event', created_at: 'x', data }
    const own = showNear('2017-11-02', event, now)
    expect(own).toEqual({ object: 'event', created: 'x', data })
    for (const version of versions)
      for (const shown of [event, own]) {
        expect(showIn(version, shown, now)).toBe(shown)
        expect(showIn(version, { object: 'list', data: [shown] }, now)).toMatchObject({ data: [shown] })
      }
  })

  test('inside another object it is its id', () => {
    const note = { object: 'note', schedule: { object: 'schedule', id: 'schd_test_1' } }
    expect(showIn('2014-07-27', note, now)).toEqual({ object: 'note', schedule: 'schd_test_1' })
  })

  test('free data of the merchant is never read as an object', () => {
    const metadata = { object: 'webhook_secret', list: [{ object: 'link', created_at: 'x' }] }
    expect(showIn('2014-07-27', { object: 'charge', metadata }, now)).toMatchObject({ metadata })
  })

  test('a receipt of an older version has the moment at which its day begins', () => {
    const receipt = { object: 'receipt', id: 'rcpt_1', issued_on: '2026-01-15', livemode: true }
    for (const version of ['2017-11-02', '2015-11-17'] as const)
      expect(showIn(version, receipt, now)).toEqual({
        object: 'receipt',
        id: 'rcpt_1',
        date: '2026-01-15T00:00:00.000Z',
        livemode: true,
      })
  })

  test('money of 2015-11-17 is transferable or not, at the moment of the answer', () => {
    const transferable_at = '2026-01-15T00:00:00.000Z'
    const transaction = { object: 'transaction', transferable_at }
    expect(showIn('2017-11-02', transaction, 0)).toMatchObject({ transferable: transferable_at })
    for (const [moment, transferable] of [[now - 1, false] as const, [now, true] as const])
      expect(showIn('2015-11-17', transaction, moment)).toMatchObject({ transferable })
  })

  test.each(unknownIn2014)('%s came with 2015-11-17, and so did all paths that name it', (object) => {
    expect(versions.filter((version) => knows(version, object))).toEqual(versions.slice(1))
    for (const path of [`/${object}`, `/${object}s/:id/charges`, `/charges/${object}s`])
      expect(sinceOf(path)).toBe('2015-11-17')
    expect(sinceOf('/charges/:id')).toBe('2014-07-27')
  })

  test.each(withoutOperationsIn2015)(
    'operations of a %s came with 2017-11-02, and other records show it before',
    (object) => {
      expect(versions.filter((version) => knows(version, object))).toEqual(versions)
      for (const path of [`/${object}s`, `/${object}s/:id`]) expect(sinceOf(path)).toBe('2017-11-02')
    },
  )
})

test('the history names what the tables of the specification’s tests name', () => {
  const { objects: changed, renames } = history['2017-11-02']
  // What keeps its name although that of the other objects changed is no rename.
  const named = Object.entries(changed).flatMap(([object, { renames: own = {} }]) =>
    Object.entries(own).some(([newer, older]) => newer !== older) ? [[object, own]] : [],
  )
  expect({ ...Object.fromEntries(named), '*': renames }).toEqual(renamedFields)
})
