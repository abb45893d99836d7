import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/kernel/errors'
import { currentVersion, versions } from '../../src/resources/account/model'
import { showIn, showNear } from '../../src/versions/index'

const link = { object: 'link', id: 'link_test_1', title: 'Tea' }

const refusalOf = (work: () => unknown): string | null => {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof ApiError ? error.refusal : String(error)
  }
}

describe('spec 9: an answer walked back to an older version', () => {
  test('the newest version is the very same object', () => {
    expect(showIn(currentVersion, link)).toBe(link)
    expect(showNear(currentVersion, link)).toBe(link)
  })

  test('what a version does not know is serializer_not_found, also inside a list or a search', () => {
    for (const version of ['2015-11-17', '2014-07-27'] as const)
      for (const answer of [link, { object: 'list', data: [link] }, { object: 'search', data: [link] }])
        expect(refusalOf(() => showIn(version, answer))).toBe('serializer_not_found')
    expect(refusalOf(() => showIn('2017-11-02', { object: 'webhook_secret' }))).toBe('serializer_not_found')
    expect(refusalOf(() => showIn('2017-11-02', link))).toBeNull()
  })

  test('inside another object it is its id', () => {
    const occurrence = {
      object: 'note',
      schedule: { object: 'schedule', id: 'schd_test_1' },
      source: { object: 'source' },
    }
    expect(showIn('2015-11-17', occurrence)).toEqual({
      object: 'note',
      schedule: 'schd_test_1',
      source: null,
    })
  })

  test('free data of the merchant is never read as an object', () => {
    const metadata = { object: 'webhook_secret', list: [{ object: 'link', created_at: 'x' }] }
    expect(showIn('2014-07-27', { object: 'charge', metadata })).toMatchObject({ metadata })
  })

  test.each(versions)('a receipt in %s', (version) => {
    const receipt = {
      object: 'receipt',
      id: 'rcpt_1',
      issued_on: '2026-01-15',
      livemode: true,
      created_at: '2026-01-15T00:00:00.000Z',
    }
    if (version < '2017-11-02') expect(refusalOf(() => showIn(version, receipt))).toBe('serializer_not_found')
    else if (version === '2017-11-02')
      expect(showIn(version, receipt)).toEqual({
        object: 'receipt',
        id: 'rcpt_1',
        date: '2026-01-15T00:00:00.000Z',
      })
  })

  test('nothing of what is given changes', () => {
    const charge = Object.freeze({
      object: 'charge',
      id: 'chrg_1',
      refunds: Object.freeze({ object: 'list', data: Object.freeze([]) }),
    })
    const before = JSON.stringify(charge)
    for (const version of versions) showIn(version, charge)
    expect(JSON.stringify(charge)).toBe(before)
  })
})
