import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../src/kernel/errors'
import { currentVersion, history, versions } from '../../../src/service/versions/history'
import { showIn, showNear } from '../../../src/service/versions/index'
import { renamedFields } from '../../spec/version-forms'

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
})

test('the history names what the tables of the specification’s tests name', () => {
  const { objects: changed, renames } = history['2017-11-02']
  // What keeps its name although that of the other objects changed is no rename.
  const named = Object.entries(changed).flatMap(([object, { renames: own = {} }]) =>
    Object.entries(own).some(([newer, older]) => newer !== older) ? [[object, own]] : [],
  )
  expect({ ...Object.fromEntries(named), '*': renames }).toEqual(renamedFields)
})
