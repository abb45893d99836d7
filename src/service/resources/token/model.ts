import { collection, type Row } from '../../../kernel/collection'

export interface TokenRow extends Row {
  /** The card of the token. */
  readonly card: string
  /** Single use: true once it was charged or attached (spec 2.3). */
  readonly used: boolean
  /** The charge that used it, if any. */
  readonly charge: string | null
}

export const tokens = collection<TokenRow>({ name: 'tokens', by: {} })
