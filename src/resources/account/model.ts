import { collection, type Row } from '../../kernel/collection'
import type { Currency } from '../../kernel/money'

export const countries = ['TH', 'JP', 'SG', 'MY'] as const
export type Country = (typeof countries)[number]

export interface AccountRow extends Row {
  readonly email: string
  readonly country: Country
  readonly currency: Currency
  /** A locked account's keys answer 403 (spec 5). */
  readonly locked: boolean
}

export const accounts = collection<AccountRow>({ name: 'accounts', by: {} })

/** The currency an account of this country settles in, unless it says otherwise. */
export const homeCurrency: { readonly [C in Country]: Currency } = {
  TH: 'thb',
  JP: 'jpy',
  SG: 'sgd',
  MY: 'myr',
}
