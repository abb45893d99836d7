import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { dayMs, iso, monthIsOver, parseDuration, parseTime, sameDay } from '../../src/kernel/calendar'
import { patience, runs } from '../support/arbitraries'

vi.setConfig({ testTimeout: patience })

const yearZero = Date.parse('0000-01-01T00:00:00.000Z')
const yearTenThousand = Date.parse('+010000-01-01T00:00:00.000Z')

/** All times that ISO 8601 writes with four digits of the year, most of them near our own. */
const time = fc.oneof(
  fc.integer({ min: 0, max: Date.UTC(2100) }),
  fc.integer({ min: yearZero, max: yearTenThousand - 1 }),
  fc.integer({ min: -70_000, max: 70_000 }).map((day) => day * dayMs),
  fc.integer({ min: -70_000, max: 70_000 }).map((day) => day * dayMs - 1),
)

describe('times', () => {
  test('are written as the platform writes them', () => {
    const property = fc.property(time, (given) => {
      expect(iso(given)).toBe(new Date(given).toISOString())
    })
    fc.assert(property, runs(3000))
  })

  test('mean the same moment with any offset, with or without a colon, and in small letters', () => {
    const minutes = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 })
    const property = fc.property(
      fc.integer({ min: 0, max: Date.UTC(2100) }),
      minutes,
      fc.boolean(),
      (given, offset, colon) => {
        const local = iso(given + offset * 60_000).slice(0, -1)
        const pad = (value: number): string => String(value).padStart(2, '0')
        const [hours, rest] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
        const text = `${local}${offset < 0 ? '-' : '+'}${pad(hours)}${colon ? ':' : ''}${pad(rest)}`
        expect(parseTime(text)).toBe(given)
        expect(parseTime(text.toLowerCase())).toBe(given)
        expect(parseTime(text)).toBe(Date.parse(colon ? text : `${text.slice(0, -2)}:${text.slice(-2)}`))
      },
    )
    fc.assert(property, runs(1000))
  })

  test('are read if and only if the calendar has them', () => {
    const part = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max })
    const property = fc.property(part(9999), part(13), part(32), part(25), part(61), part(61), (...parts) => {
      const [year, month, day, hour, minute, second] = parts.map((value, i) =>
        String(value).padStart(i === 0 ? 4 : 2, '0'),
      )
      const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
      const read = new Date(text)
      // The platform takes 24:00:00 and rolls the 31st of February over; neither is a time of day or a day.
      const exists = !Number.isNaN(read.getTime()) && read.toISOString() === text
      expect([text, parseTime(text)]).toEqual([text, exists ? read.getTime() : null])
    })
    fc.assert(property, runs(3000))
  })

  test('keep three digits of any fraction', () => {
    const property = fc.property(fc.stringMatching(/^\d{1,9}$/), (fraction) => {
      const ms = Math.floor(Number(`0.${fraction}`) * 1000 + 1e-7)
      expect(parseTime(`2026-01-15T09:00:00.${fraction}Z`)).toBe(Date.UTC(2026, 0, 15, 9, 0, 0, ms))
    })
    fc.assert(property, runs(500))
  })

  test('no text makes the reader throw', () => {
    const bits = fc.constantFrom('2026', '-', '01', 'T', ':', '00', 'Z', '+', '.', ' ', '99', '٠', '1e3', '')
    const soup = fc.array(bits, { maxLength: 14 }).map((parts) => parts.join(''))
    const property = fc.property(soup, (text) => {
      const read = parseTime(text)
      if (read !== null) expect(iso(read)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    })
    fc.assert(property, runs(1000))
  })
})

describe('days and months', () => {
  test('two times are of the same day when their dates are the same', () => {
    const property = fc.property(time, fc.integer({ min: -2 * dayMs, max: 2 * dayMs }), (given, later) => {
      const day = (at: number): string => new Date(at).toISOString().slice(0, -14)
      expect(sameDay(given, given + later)).toBe(day(given) === day(given + later))
    })
    fc.assert(property, runs(1000))
  })

  test('a card is good until the last moment of its month', () => {
    const property = fc.property(
      fc.integer({ min: 2000, max: 2999 }),
      fc.integer({ min: 1, max: 12 }),
      (year, month) => {
        const end = month === 12 ? Date.UTC(year + 1, 0, 1) : Date.UTC(year, month, 1)
        expect(monthIsOver(year, month, end - 1)).toBe(false)
        expect(monthIsOver(year, month, end)).toBe(true)
      },
    )
    fc.assert(property, runs(300))
  })
})

describe('durations', () => {
  const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: dayMs, w: 7 * dayMs } as const

  test('are sums of their parts', () => {
    const part = fc.tuple(fc.nat({ max: 9999 }), fc.constantFrom('ms', 's', 'm', 'h', 'd', 'w' as const))
    const property = fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      const text = parts.map(([count, unit]) => `${count}${unit}`).join('')
      const sum = parts.reduce((total, [count, unit]) => total + count * units[unit as keyof typeof units], 0)
      expect(parseDuration(text)).toBe(sum)
    })
    fc.assert(property, runs(500))
  })
})
