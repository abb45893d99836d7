import { collection, type Row } from '../../../kernel/collection'
import type { JsonObject } from '../../../kernel/json'
import { machine } from '../../../kernel/machine'
import type { Currency } from '../../../kernel/money'

/** States of a source (spec 3.2). It follows the one charge that uses it. */
export const sourceMachine = machine({
  name: 'source',
  states: ['pending', 'successful', 'failed', 'expired'],
  final: ['successful', 'failed', 'expired'],
  otherwise: { error: 'bad_request', message: 'source is not pending' },
  rules: [
    {
      on: 'pay',
      from: ['pending'],
      to: 'successful',
      emits: ['source.update', 'source.successful'],
      spec: '3.2',
    },
    { on: 'fail', from: ['pending'], to: 'failed', emits: ['source.failed'], spec: '3.2' },
    { on: 'expire', from: ['pending'], to: 'expired', emits: ['source.failed'], spec: '3.2' },
  ],
})

export type SourceState = (typeof sourceMachine.states)[number]
export type SourceAction = (typeof sourceMachine.rules)[number]['on']

/** What a charged source shows to the payer: a QR code, or reference numbers and a deadline. */
export interface PayerReference {
  /** Text of the QR code or barcode. */
  readonly rawData: string
  readonly documentId: string
  /** Makes the address of the image hard to guess. */
  readonly downloadToken: string
  readonly number1: string
  readonly number2: string
  readonly expiresAt: number
  /** Whether its text and the second number are in the picture alone, as of a PromptPay charge with a page. */
  readonly isPictureOnly: boolean
}

export const imageTypes = ['svg', 'png'] as const
type ImageType = (typeof imageTypes)[number]

export interface SourceRow extends Row {
  readonly state: SourceState
  readonly type: string
  readonly flow: 'offline' | 'redirect' | 'app_redirect'
  readonly amount: number
  readonly currency: Currency
  /** The one charge that uses it; `null` until then. */
  readonly charge: string | null
  readonly reference: PayerReference | null
  readonly details: SourceDetails
}

/** What the merchant gave, shown as given. */
export interface SourceDetails {
  readonly bank: string | null
  readonly barcode: string | null
  readonly email: string | null
  readonly name: string | null
  readonly phoneNumber: string | null
  readonly installmentTerm: number | null
  readonly zeroInterestInstallments: boolean | null
  readonly ip: string | null
  readonly platformType: 'WEB' | 'IOS' | 'ANDROID' | null
  readonly storeId: string | null
  readonly storeName: string | null
  readonly terminalId: string | null
  readonly promotionCode: string | null
  readonly qrSettings: { readonly image_type: ImageType } | null
  readonly billing: JsonObject | null
  readonly shipping: JsonObject | null
  readonly items: readonly JsonObject[]
}

/** Format of the picture of its QR code (assumption `code-pictures`). */
export const imageTypeOf = ({ details }: SourceRow): ImageType => details.qrSettings?.image_type ?? 'svg'

export const sources = collection<SourceRow>({
  name: 'sources',
  machine: sourceMachine,
  by: {},
})

export const payerIpText = 'IP address of the payer; kept and shown, not checked. Default: none'
