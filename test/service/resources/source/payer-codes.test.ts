/** What the payer of a source takes elsewhere: the picture of a code, or numbers with a deadline. */
import { encode } from 'uqr'
import { describe, expect } from 'vitest'
import type { Charge, Source } from '../../../../src/index'
import { paramsOf } from '../../../support/payment-methods'
import { readPng } from '../../../support/png'
import { expectSuccess, later, setUp, start, test } from '../../../support/set-up'

describe('the picture of a QR code', () => {
  test('is a PNG if the source says so', async () => {
    const { client, sandbox } = setUp()
    const source = { type: 'promptpay', qr_settings: { image_type: 'png' } }
    const charge = await client.charge({ amount: 20_000, card: undefined, source })
    expect(charge.source?.qr_settings).toEqual({ image_type: 'png' })
    const { image, raw_data: text } = charge.source?.scannable_code ?? {}
    expect(image?.filename).toBe('qrcode.png')
    const answer = await sandbox.fetch(image?.download_uri ?? '')
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="qrcode.png"')
    // Each module of the code is 8 pixels wide and high, with a border of 4 modules.
    const { data: modules } = encode(text ?? '', { border: 4 })
    const { width, rows } = readPng(Buffer.from(await answer.arrayBuffer()))
    expect([width, rows.length]).toEqual([modules.length * 8, modules.length * 8])
    for (const [y, row] of rows.entries())
      expect(row).toEqual(modules[Math.floor(y / 8)]?.flatMap((isDark) => Array(8).fill(isDark)))
  })

  test.each([['svg'], [undefined]])('is an SVG with the image type %s', async (image_type) => {
    const params = { ...paramsOf('promptpay'), qr_settings: { image_type } }
    const { body } = await setUp().client.post<Source>('/sources', params, { as: 'json' })
    expect(body.qr_settings).toEqual({ image_type: 'svg' })
  })
})

describe('the deadline of the numbers', () => {
  test.each([
    ['bill_payment_tesco_lotus', 1, 1],
    ['bill_payment_tesco_lotus', 24, 24],
    ['bill_payment_tesco_lotus', 48, 24],
    ['barcode_alipay', 1, 1],
    ['econtext', 1, 1],
  ])('of %s, whose charge expires in %i hours, is in %i', async (type, hours, valid) => {
    const { client } = setUp()
    const inHours = (count: number) => later(start, count * 3_600_000)
    const { amount, currency, ...source } = paramsOf(type)
    const money = { amount: Number(amount), currency: String(currency) }
    const charge = { ...money, card: undefined, source, expires_at: inHours(hours) }
    expect((await client.charge(charge)).source?.references).toMatchObject({ expires_at: inHours(valid) })
  })

  test('is over when the charge is expired', async () => {
    const { client, sandbox } = setUp()
    const { id } = await client.charge({
      amount: 20_000,
      card: undefined,
      source: { type: 'bill_payment_tesco_lotus' },
    })
    await sandbox.clock.advance('1h')
    const charge = expectSuccess(await client.post<Charge>(`/charges/${id}/expire`))
    expect(charge.source?.references).toMatchObject({ expires_at: charge.expires_at })
  })
})
