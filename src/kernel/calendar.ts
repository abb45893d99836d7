/** Dates as epoch milliseconds inside and ISO 8601 text outside. UTC only; no clock is read here. */
export const dayMs = 86_400_000
export const hourMs = 3_600_000
export const minuteMs = 60_000

/** `2026-01-15T09:00:00.000Z` */
export const iso = (time: number): string => {
  const known = printed.get(time)
  if (known !== undefined) return known
  if (printed.size === printedMax) printed.clear()
  const text = new Date(time).toISOString()
  printed.set(time, text)
  return text
}

/** Records share their times, and to print those of a charge takes a sixth of the time of a request. */
const printed = new Map<number, string>()
const printedMax = 1000

export const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time))

export const sameDay = (a: number, b: number): boolean => Math.floor(a / dayMs) === Math.floor(b / dayMs)

/** The first moment of the day. */
export const dayOf = (time: number): number => Math.floor(time / dayMs) * dayMs

/** `2026-01-15`. */
export const dateText = (time: number): string => iso(time).slice(0, 10)

/** 0 is Sunday. */
export const weekdayOf = (time: number): number => (((Math.floor(time / dayMs) + 4) % 7) + 7) % 7

/** Weeks begin on Monday (assumptions `schedule-periods` and `search-weeks`). */
export const mondayOf = (time: number): number => dayOf(time) - ((weekdayOf(time) + 6) % 7) * dayMs

/** Months are counted from the first one of the year 0. */
export const monthOf = (time: number): number => {
  const date = new Date(time)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

export const firstOfMonth = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1)

/** In days. */
export const lengthOfMonth = (month: number): number =>
  (firstOfMonth(month + 1) - firstOfMonth(month)) / dayMs

/** `9999-12-31`: what comes later has no date of ten characters. */
export const lastDay = Date.UTC(9999, 11, 31)

/** Whether the expiry month has passed: a card is valid until the last moment of that month. */
export const monthIsOver = (year: number, month: number, now: number): boolean =>
  now >= Date.UTC(year, month, 1)

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+ -]\d{2}:?\d{2})?)?$/i

/** Times that ISO 8601 writes with a year of four digits. */
const firstTime = Date.parse('0000-01-01T00:00:00Z')
const lastTime = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Parses ISO 8601. A date alone means its first moment; a time without an offset is UTC. `null` for other text.
 * The plus of an offset may be a space, because a query string decodes it so.
 */
export const parseTime = (text: string): number | null => {
  const match = pattern.exec(text.trim())
  if (match === null) return null
  const [, year, month, day = '', hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] =
    match
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  // A day that the month does not have would roll over into the next month, and 24:00 into the next day.
  if (new Date(time).getUTCDate() !== +day) return null
  const offset = offsetOf(zone)
  if (offset === null) return null
  const moment = time + Number(fraction.padEnd(3, '0').slice(0, 3)) - offset
  return moment < firstTime || moment > lastTime ? null : moment
}

/** Parses a time of an HTTP header, `Wed, 21 Oct 2026 07:28:00 GMT`. `null` for other text. */
export const parseHttpTime = (text: string): number | null => {
  const time = / GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : time
}

const offsetOf = (zone: string): number | null => {
  if (zone.toUpperCase() === 'Z') return 0
  const [hours, minutes] = [+zone.slice(1, 3), +zone.slice(-2)]
  if (hours > 23 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * hourMs + minutes * minuteMs)
}

const unitMs = { ms: 1, s: 1000, m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs } as const

/** Parses `90m`, `15d`, `1d12h` (units ms s m h d w) to milliseconds. `null` for other text. */
export const parseDuration = (text: string): number | null => {
  if (!/^(\d+(ms|[smhdw]))+$/.test(text)) return null
  let total = 0
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|[smhdw])/g))
    total += Number(count) * unitMs[unit as keyof typeof unitMs]
  return Number.isSafeInteger(total) ? total : null
}

/** Years 0 to 9999: the range of ISO 8601 with four digits for the year. */
export const isTime = (time: number): boolean =>
  Number.isSafeInteger(time) && time >= -62_167_219_200_000 && time < 253_402_300_800_000

export const toDate = (time: number): Date => new Date(time)
