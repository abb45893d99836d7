/** What the spec leaves open and what we chose. One row a question; code cites the id. */
export interface Assumption {
  readonly id: string
  /** Section of the specification that is silent. */
  readonly section: string
  readonly question: string
  readonly choice: string
  readonly reason: string
}

export const assumptions = [
  {
    id: 'charge-limits',
    section: '7',
    question: 'What is the largest charge, and the smallest in currencies without a sample?',
    choice: '500,000,000,000 subunits; 100 subunits outside THB (2000) and JPY (50)',
    reason: 'The recorded limits of a test account.',
  },
  {
    id: 'fixed-exchange-rates',
    section: '2.2',
    question: 'At which rate does a foreign charge become money of the account?',
    choice: 'At fixed rates, rounded half up to the subunit of the account currency',
    reason: 'A test must give the same result tomorrow.',
  },
  {
    id: 'fees-by-country',
    section: '4.2',
    question: 'Which fee does a card charge carry?',
    choice: 'TH 3.65 % plus 7 % tax on the fee, JP 3.65 %, SG 3.4 %, MY 2.8 %; each part rounded half up',
    reason: 'The Thai figures match recorded charges; the others are typical prices.',
  },
  {
    id: 'charge-flags',
    section: '2.2',
    question: 'Which flags does each state of a charge have?',
    choice: 'One truth table by state; a paid charge stands as paid, refunded or voided',
    reason: 'Read off recorded charges; flags are derived, so they cannot contradict each other.',
  },
  {
    id: 'authorization-window',
    section: '3.3',
    question: 'How long can an authorized charge be captured?',
    choice: '7 days, 30 for Japanese accounts; then it expires by itself',
    reason: 'Published by the real service.',
  },
  {
    id: 'partial-capture',
    section: '4.2',
    question: 'Can a capture take less than was authorized?',
    choice:
      'Once, with `capture_amount`, if the charge was made with `authorization_type=pre_auth`; the rest is released',
    reason: 'What published clients send. Refunds are then measured against the captured amount.',
  },
  {
    id: 'void-rule',
    section: '4.2',
    question: 'When is a refund a void?',
    choice:
      'A first refund of the full amount on the UTC day of the capture; it returns the fees, other refunds do not',
    reason: 'Recorded: a full refund hours after capture was voided, a partial one was not.',
  },
  {
    id: 'refund-below-balance',
    section: '4.2',
    question: 'May a refund take the balance below zero?',
    choice: 'Yes',
    reason:
      'The spec bounds a refund by its charge only; the fee is not returned, so the last refund must be able to.',
  },
  {
    id: 'fully-refunded',
    section: '4.2',
    question: 'Which error does a refund of a fully refunded charge get?',
    choice: '`not_refundable`: its `refundable` flag is false',
    reason: 'Flag and error then say the same.',
  },
  {
    id: 'settlement-hold',
    section: '2.11',
    question: 'When can captured money be transferred?',
    choice: 'At once in test mode; after 7 days in live mode (Japan 21)',
    reason: 'Recorded in test mode, published for live mode.',
  },
  {
    id: 'token-with-customer',
    section: '4.2',
    question: 'What if a charge names a customer and an unattached token?',
    choice: '404 `not_found`: the card is looked up among the cards of the customer',
    reason: 'Published clients forbid the combination.',
  },
  {
    id: 'used-token',
    section: '2.3',
    question: 'What does a used token show?',
    choice: '`used: true`, `card: null` and the status of its charge as `charge_status`',
    reason: 'Recorded by published clients.',
  },
  {
    id: 'default-card-deleted',
    section: '4.4',
    question: 'Which card becomes default when the default card is deleted?',
    choice: 'The newest of the remaining cards, or none',
    reason: 'The card used last is the likeliest to be good.',
  },
  {
    id: 'deleted-customer',
    section: '4.4',
    question: 'What is left of a deleted customer?',
    choice:
      'It can be read with `deleted: true` and no cards; changing it is 422 `invalid_customer`, charging it 404',
    reason: 'Charges keep pointing at it.',
  },
  {
    id: 'idempotency-scope',
    section: '4.1',
    question: 'For what must an idempotency key be unique?',
    choice: 'For one method and path within an account and mode; 5xx and 429 answers are not kept',
    reason: 'The key is unique per operation. A retry after an outage must be able to succeed.',
  },
  {
    id: 'three-d-secure',
    section: '4.11',
    question: 'Which card charges wait for their cardholder?',
    choice: 'Those made with `authentication=3DS`, and those with the two 3-D Secure test cards',
    reason: 'Test accounts do not use it unless asked.',
  },
  {
    id: 'charge-events',
    section: '6',
    question: 'Which charges are listed together under GET /charges/:id/events?',
    choice: 'Events whose data is the charge or a refund of it',
    reason: 'The history of one payment in one place.',
  },
  {
    id: 'indented-for-people',
    section: '1',
    question: 'How are answers laid out?',
    choice: 'Compact; indented when curl, HTTPie, wget or a browser asks',
    reason: 'Programs do not care, people do.',
  },
] as const satisfies readonly Assumption[]
