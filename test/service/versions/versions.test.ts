import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../src/kernel/errors'
import { currentVersion, history, type ShownObject, versions } from '../../../src/service/versions/history'
import { knows, showIn, showNear, sinceOf } from '../../../src/service/versions/index'
import {
  renamedFields,
  retypedFields,
  unknownIn2014,
  versionsWithOldNames,
  withoutOperationsIn2015,
} from '../../spec/version-forms'
import { seeded } from '../../support/arbitraries'

const now = Date.UTC(2026, 0, 15)
const link = { object: 'link', id: 'link_test_1', title: 'Tea' }
const older = versions.filter((version) => version !== currentVersion)

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

const objects = [
  ...new Set([...Object.keys(history['2017-11-02'].objects), ...unknownIn2014, 'list', 'search']),
]
const fields = [
  ...new Set([
    'id',
    'deleted',
    'livemode',
    'metadata',
    'data',
    'total',
    'authorize_uri',
    'payment_methods',
    ...Object.values(renamedFields).flatMap((names) => Object.keys(names)),
    ...Object.values(retypedFields).flat(),
  ]),
]

/** Objects of every name with any fields, and with anything in them. */
const { shown: anyObject } = fc.letrec<{ shown: ShownObject & { object: string }; value: unknown }>(
  (tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('shown'),
    ),
    shown: fc
      .tuple(
        fc.constantFrom(...objects),
        fc.dictionary(fc.constantFrom(...fields), tie('value'), { maxKeys: 6 }),
      )
      .map(([object, parts]) => ({ ...parts, object })),
  }),
)

const deepFreeze = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return
  Object.freeze(value)
  Object.values(value).forEach(deepFreeze)
}

describe('properties of the older forms', () => {
  test('every object has one in every version that knows it, and nothing that is given changes', () => {
    fc.assert(
      fc.property(anyObject, fc.constantFrom(...older), (given, version) => {
        deepFreeze(given)
        const before = JSON.stringify(given)
        const refusal = refusalOf(() => showIn(version, given, now))
        expect([null, 'serializer_not_found']).toContain(refusal)
        if (version !== '2014-07-27') expect(refusal).toBeNull()
        if (refusal === null) expect(showIn(version, given, now)).toMatchObject({ object: given.object })
        expect(JSON.stringify(given)).toBe(before)
      }),
      seeded(500),
    )
  })

  test('a field has one name in each version, and what nothing is written about stays as it is', () => {
    fc.assert(
      fc.property(anyObject, fc.constantFrom(...versionsWithOldNames), (given, version) => {
        const flat = { ...given, other: 1, deleted: false }
        if (!knows(version, given.object) || refusalOf(() => showIn(version, flat, now)) !== null) return
        const shown = showIn(version, flat, now)
        expect(shown).toMatchObject({ other: 1 })
        for (const field of Object.keys(flat)) {
          const name = renamedFields[given.object]?.[field] ?? renamedFields['*']?.[field]
          if (name !== undefined) expect(shown).not.toHaveProperty(field)
          else if (retypedFields[given.object]?.includes(field) !== true) expect(shown).toHaveProperty(field)
        }
      }),
      seeded(500),
    )
  })

  test('the history names what the tables of the specification’s tests name', () => {
    const { objects: changed, renames } = history['2017-11-02']
    const named = Object.entries(changed).flatMap(([object, change]) =>
      change.renames === undefined ? [] : [[object, change.renames]],
    )
    expect({ ...Object.fromEntries(named), '*': renames }).toEqual(renamedFields)
  })
})
