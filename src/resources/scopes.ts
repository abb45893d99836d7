import type { Scope } from '../search/scope'
import { chargeSearch } from './charge/search'
import { customerSearch } from './customer/search'
import { disputeSearch } from './dispute/search'
import { linkSearch } from './link/search'
import { receiptSearch } from './receipt/search'
import { allRecipients, peekRecipient } from './recipient/operations'
import { recipientSearch } from './recipient/search'
import { refundSearch } from './refund/search'
import { chargeScheduleSearch, transferScheduleSearch } from './schedule/search'
import { transactionSearch } from './transaction/search'
import { transferSearch } from './transfer/search'

/** All that can be searched (spec 4.10), in the order in which a search of everything shows what was made at once. */
export const scopes: readonly Scope[] = [
  chargeSearch,
  customerSearch,
  disputeSearch,
  linkSearch,
  receiptSearch,
  recipientSearch(allRecipients, peekRecipient),
  refundSearch,
  transferSearch,
  transactionSearch,
  chargeScheduleSearch,
  transferScheduleSearch(peekRecipient),
]
