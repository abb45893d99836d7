import { methods, rangeOf } from '../../src/service/simulation/methods'
import type { Client } from './client'

/** What satisfies each parameter that a method may ask for. */
const given = {
  bank: 'affin',
  barcode: '1234567890123456',
  email: 'somchai@example.com',
  name: 'Somchai',
  phone_number: '0812345678',
  shipping: { country: 'th', street1: '1 Sukhumvit' },
  items: [{ name: 'Coffee', quantity: 1, amount: 20_000 }],
}

/** The parameters of a source of this type. */
export const paramsOf = (type: string) => {
  const method = methods.find((entry) => entry.type === type)
  if (method === undefined) throw new Error(`no method ${type}`)
  const [currency = 'thb'] = method.currencies
  const asked = Object.fromEntries(
    method.requires.map((name) => [name, name === 'installment_term' ? method.terms?.[0] : given[name]]),
  )
  return {
    type,
    amount: Math.max(rangeOf(method, currency).min, 20_000),
    currency,
    ...asked,
  }
}

/** The card that a charge by this type takes beside its source: none, except for white-label instalments. */
export const cardFor = async (client: Client, type: string): Promise<{ readonly card?: string }> =>
  type.startsWith('installment_wlb_') ? { card: (await client.token()).id } : {}
