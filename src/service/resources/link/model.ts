import { collection, type Row } from '../../../kernel/collection'
import type { Currency } from '../../../kernel/money'

/** A payment link: an address at which a payer pays. */
export interface LinkRow extends Row {
  /** 0 when the payer chooses the amount. */
  readonly amount: number
  readonly currency: Currency
  readonly title: string
  readonly description: string
  /** It can be paid more than once. */
  readonly multiple: boolean
  /** Time of the first payment. */
  readonly usedAt: number | null
  readonly deletedAt: number | null
}

/** Lists leave deleted links out (assumption `deleted-schedules-and-links`). */
export const links = collection<LinkRow, 'listed'>({
  name: 'links',
  by: { listed: (link) => (link.deletedAt === null ? 'yes' : null) },
})

/** The random part of the id, as recorded. */
export const tokenOfLink = ({ id }: LinkRow): string => id.slice(id.lastIndexOf('_') + 1).toUpperCase()

/** The possible ids of the link with this token: in test mode, and in live mode. */
export const idsOfToken = (token: string): readonly string[] =>
  ['link_test_', 'link_'].map((prefix) => prefix + token.toLowerCase())

/** The last part of `payment_uri` (assumption `link-address`). */
export const paymentUriOf = (link: LinkRow, baseUrl: string): string => `${baseUrl}/pay/${tokenOfLink(link)}`
