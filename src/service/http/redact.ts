import { isObject } from '../../kernel/json'
import { masked } from '../../kernel/masked'
import { UploadedFile } from '../../kernel/upload'
import { passesLuhn } from '../simulation/cards'

/** Removes whole card numbers, security codes, secret keys and secrets from logs, the journal and answers. */

const hidden = '[redacted]'

/** Possible card numbers anywhere in a text, with or without gaps; not parts of an id. */
const digits = /(?<![\w-])[2-6](?:[ \u00a0-]?\d){11,18}(?![\w-])/g
/** The prefixes and lengths of card numbers. Every other number is not one of a card. */
const brands =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11,16}|35\d{14,17}|(?:50|5[6-8]|6\d)\d{10,17}|220[0-4]\d{12,15})$/
/** Names of the security code, which no shop may store: `securityCode`, `cvv2`, `card_cvc`. */
const code =
  '(?:card[_-]?)?(?:cvc2?|cvv2?|cvn2?|csc|security[_-]?code|(?:card[_-]?)?verification[_-]?(?:code|value))'
const isCode = new RegExp(`^${code}$`, 'i')
/** Card data within text: `"cvc":"123"`, `card[security_code]=123`, also URL-encoded. */
const codeInText = new RegExp(
  `(?<=^|[^a-z]|%5B)(${code}(?:[\\s"'\\]:=]|%22|%5D|%3D|%3A){1,6})\\d{3,4}(?!\\d)`,
  'gi',
)
/** A part of every such name, which is faster to find than the whole. */
const namesCode = /cv[cvn]|csc|code|value/i
/**
 * Neither a masked key, with `…` at its end, because a line may be redacted more than once; nor `skey_test_` alone,
 * which hints show as the prefix of keys.
 */
const secretKey = /\bskey_(?!\w{5}…|test_(?!\w))\w+/g

export const redactText = (text: string): string => {
  const withoutKeys = text.includes('skey_') ? text.replace(secretKey, masked) : text
  // The other secrets contain digits. Most texts have none, and the patterns below are slow.
  if (!/\d/.test(withoutKeys)) return withoutKeys
  const withoutCodes = namesCode.test(withoutKeys)
    ? withoutKeys.replace(codeInText, `$1${hidden}`)
    : withoutKeys
  return withoutCodes.replace(digits, (found) => {
    const number = found.replace(/\D/g, '')
    return brands.test(number) && passesLuhn(number) ? maskedNumber(number) : found
  })
}

/** `************4242`: enough to recognise a test card. */
const maskedNumber = (number: string): string => `${'*'.repeat(number.length - 4)}${number.slice(-4)}`

const isCardNumber = (name: string, parent: string): boolean =>
  (name === 'number' && parent === 'card') || /^(?:card[_-]?number|pan)$/i.test(name)

const isSecret = (name: string): boolean => name === 'secret' || isCode.test(name)

/** Hides an invalid number completely: it may be a real one with a typo. */
const redactNumber = (value: unknown): string => {
  const number = String(value).replace(/[ -]/g, '')
  return /^\d{12,19}$/.test(number) ? maskedNumber(number) : hidden
}

/** A copy of JSON or parameters without secrets. */
export const redact = (value: unknown, name = '', parent = ''): unknown => {
  if (isSecret(name) && value !== null && value !== undefined) return hidden
  if (typeof value === 'string' && !isCardNumber(name, parent)) return redactText(value)
  if (value instanceof UploadedFile)
    return { filename: redactText(value.filename), bytes: Math.floor((value.base64.length * 3) / 4) }
  if (Array.isArray(value)) return value.map((member) => redact(member, name, parent))
  if (isObject(value)) return redactAll(value, name)
  if (value === null || typeof value === 'boolean' || value === undefined) return value ?? null
  if (isCardNumber(name, parent)) return redactNumber(value)
  return typeof value === 'number' && redactText(String(value)) !== String(value)
    ? redactText(String(value))
    : value
}

export const redactAll = (record: object, name = ''): object =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => [redactText(field), redact(value, field, name)]),
  )
