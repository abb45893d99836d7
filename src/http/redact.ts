import { isObject } from '../kernel/json'
import { UploadedFile } from '../kernel/upload'
import { passesLuhn } from '../simulation/cards'

/** What must stand in no log, journal or answer: whole card numbers, security codes, secret keys and secrets. */

/** `skey_test_…4x9`: enough to recognise a key, not to use it. */
export const masked = (key: string): string =>
  key.length <= 14 ? `${key.slice(0, 4)}…` : `${key.slice(0, 10)}…${key.slice(-3)}`

const hidden = '[redacted]'

/** Whatever may be a card number, with or without gaps, wherever it stands; not a part of an id. */
const digits = /(?<![\w-])[2-6](?:[ -]?\d){11,18}(?![\w-])/g
const secretKey = /\bskey_[A-Za-z0-9_]+/g

export const redactText = (text: string): string => {
  const safe = text.includes('skey_') ? text.replace(secretKey, masked) : text
  return safe.replace(digits, (found) => {
    const number = found.replace(/\D/g, '')
    return passesLuhn(number) ? maskedNumber(number) : found
  })
}

/** `************4242`: enough to tell which test card it was. */
const maskedNumber = (number: string): string => `${'*'.repeat(number.length - 4)}${number.slice(-4)}`

const isCardNumber = (name: string, parent: string): boolean => name === 'number' && parent === 'card'

/** A number that is none is hidden all the more: it is a real one with a slip. */
const redactNumber = (value: unknown): string => {
  const number = String(value).replace(/[ -]/g, '')
  return /^\d{12,19}$/.test(number) ? maskedNumber(number) : hidden
}

/** A copy of JSON, and of parameters, for people to read. */
export const redact = (value: unknown, name = '', parent = ''): unknown => {
  if (
    typeof value === 'string' &&
    name !== 'security_code' &&
    name !== 'secret' &&
    !isCardNumber(name, parent)
  )
    return redactText(value)
  if (value instanceof UploadedFile)
    return { filename: redactText(value.filename), bytes: Math.floor((value.base64.length * 3) / 4) }
  if (Array.isArray(value)) return value.map((member) => redact(member, name, parent))
  if (isObject(value)) return redactAll(value, name)
  if (value === null || typeof value === 'boolean' || value === undefined) return value ?? null
  if (isCardNumber(name, parent)) return redactNumber(value)
  if (name === 'security_code' || name === 'secret') return hidden
  return typeof value === 'number' && redactText(String(value)) !== String(value)
    ? redactText(String(value))
    : value
}

export const redactAll = (record: object, name = ''): object =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => [redactText(field), redact(value, field, name)]),
  )
