import { hourMs } from '../../kernel/calendar'
import { hash } from '../../kernel/ids'
import { limits } from '../../kernel/limits'
import type { PayerReference, SourceRow } from '../resources/source/model'
import type { World } from '../world'
import type { Method } from './methods'

/** What a payer needs to pay: the text of a QR code in the format of EMVCo, and reference numbers. */
export const referenceFor = (
  world: World,
  method: Method,
  source: SourceRow,
  chargeExpiresAt: number,
): PayerReference | null => {
  const isHidden = method.hidesCode === true && world.profile.buyerCodes === 'hidden'
  if (method.shows === undefined || isHidden) return null
  const digits = String(hash(source.id)).padStart(10, '0')
  const number1 = `${digits}${String(hash(`${source.id}/1`))
    .padStart(8, '0')
    .slice(-8)}`
  const number2 = String(hash(`${source.id}/2`)).padStart(10, '0')
  return {
    rawData:
      method.shows === 'qr'
        ? emvPayload(source, number1)
        : (source.details.barcode ?? `|${digits}\n${number1}\n${number2}\n${source.amount}`),
    documentId: world.newId('docu'),
    downloadToken: [1, 2].map((part) => hex(hash(`${source.id}/${part}/download`))).join(''),
    number1,
    number2,
    isPictureOnly: method.codePage === true && world.profile.promptpay === 'page',
    // Assumption `payer-deadline`.
    expiresAt:
      method.shows === 'qr'
        ? chargeExpiresAt
        : Math.min(chargeExpiresAt, world.now() + limits.payerNumbersHours * hourMs),
  }
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')

/** One field of the EMVCo format: tag, length of two digits, value. */
const field = (tag: string, value: string): string => `${tag}${String(value.length).padStart(2, '0')}${value}`

const numericCurrency: { readonly [currency: string]: string } = { thb: '764', sgd: '702', myr: '458' }

/** A dynamic merchant-presented QR code: format 01, one-time, amount in base units, checksum at the end. */
const emvPayload = (source: SourceRow, reference: string): string => {
  const digits = String(source.amount).padStart(3, '0')
  const text = [
    field('00', '01'),
    field('01', '12'),
    field('30', field('00', 'A000000677010112') + field('01', '0105556091152') + field('02', reference)),
    field('53', numericCurrency[source.currency] ?? '764'),
    field('54', `${digits.slice(0, -2)}.${digits.slice(-2)}`),
    field('58', 'TH'),
    '6304',
  ].join('')
  return text + checksum(text)
}

/** CRC-16/CCITT-FALSE over the text, as four hexadecimal digits. */
const checksum = (text: string): string => {
  let crc = 0xffff
  for (let i = 0; i < text.length; i += 1) {
    crc ^= text.charCodeAt(i) << 8
    for (let bit = 0; bit < 8; bit += 1)
      crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
