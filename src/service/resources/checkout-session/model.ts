import { collection, type Row } from '../../../kernel/collection'
import type { JsonObject } from '../../../kernel/json'
import type { Currency } from '../../../kernel/money'

export const sessionStates = ['open', 'completed', 'cancelled', 'expired'] as const

/** The languages of its page; any other is read as `en`. */
export const locales = ['en', 'th', 'ja'] as const
export type Locale = (typeof locales)[number]

/** A hosted checkout: a page of the service where a payer pays one order of a shop. */
export interface CheckoutSessionRow extends Row {
  /** Only an `open` one can be paid. */
  readonly state: (typeof sessionStates)[number]
  /** In subunits. */
  readonly amount: number
  readonly currency: Currency
  readonly orderId: string | null
  readonly description: string | null
  /** `card`, types of sources, and families of them such as `mobile_banking`; empty when the shop leaves the choice open. */
  readonly paymentMethods: readonly string[]
  readonly redirectUrls: { readonly completeUrl: string; readonly cancelUrl: string | null }
  readonly metadata: JsonObject
  /** Colours as `#rrggbb`. */
  readonly style: { readonly themeColor: string | null; readonly textColor: string | null }
  readonly locale: Locale
  readonly autoCapture: boolean
  readonly isUpa: boolean
  readonly expiresAt: number
}

export const checkoutSessions = collection<CheckoutSessionRow>({ name: 'checkoutSessions', by: {} })

/** The path of its page, the last part of `redirect_url`. */
export const checkoutPathOf = ({ id }: Pick<CheckoutSessionRow, 'id'>): string => `/checkout/${id}`
