import type { FailureCode } from '../../service/resources/charge/model'

/** A failure as people read it: its name in a list of outcomes, and the sentences that a payer sees. */
interface Decline {
  readonly name: string
  readonly sentence: string
}

export const declines: { readonly [C in FailureCode]: Decline } = {
  insufficient_fund: {
    name: 'Not enough money',
    sentence: 'Your bank declined the payment: there is not enough money on the card. Try another card.',
  },
  invalid_card: {
    name: 'Card not valid',
    sentence: 'Your bank declined the payment: this card is not valid. Try another card.',
  },
  stolen_or_lost_card: {
    name: 'Stolen or lost card',
    sentence:
      'Your bank declined the payment: the card was reported stolen or lost. Use another card, and call your bank.',
  },
  failed_processing: {
    name: 'Processing fails',
    sentence: 'The payment could not be processed. Nothing was charged. Try again, or use another card.',
  },
  payment_rejected: {
    name: 'Rejected by the bank',
    sentence: 'Your bank rejected the payment. Call your bank, or try another card.',
  },
  payment_cancelled: {
    name: 'Cancelled by the payer',
    sentence: 'You cancelled the payment. Nothing was charged.',
  },
  failed_fraud_check: {
    name: 'Suspected fraud',
    sentence: 'The payment was stopped by a security check. Try another card, or ask the shop for help.',
  },
  invalid_account_number: {
    name: 'Unknown account',
    sentence: 'Your bank does not know this card number. Check the number, or try another card.',
  },
  invalid_security_code: {
    name: 'Wrong security code',
    sentence: 'The security code is wrong. Check the digits on the back of your card, and try again.',
  },
  confirmed_amount_mismatch: {
    name: 'Wrong amount paid',
    sentence: 'The paid amount is not the amount of this payment. Ask the shop for help.',
  },
  insufficient_balance: {
    name: 'Balance too low',
    sentence: 'There is not enough money in your account. Add money, or pay another way.',
  },
  invalid_account: {
    name: 'Account not valid',
    sentence: 'This account cannot be used for the payment. Pay from another account.',
  },
  payment_expired: {
    name: 'Payment expired',
    sentence: 'The time for this payment is over. Nothing was charged. Start the payment again.',
  },
  timeout: {
    name: 'No answer in time',
    sentence: 'No answer came in time. Nothing was charged. Try again.',
  },
  expired_card: {
    name: 'Expired card',
    sentence: 'Your bank declined the payment: the card has expired. Try another card.',
  },
}
