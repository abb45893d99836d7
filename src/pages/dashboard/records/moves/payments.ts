import { allows } from '../../../../kernel/machine'
import type { Currency } from '../../../../kernel/money'
import { testCards } from '../../../../sandbox/actions/token'
import { flagsOf } from '../../../../service/resources/charge/machine'
import type { ChargeRow } from '../../../../service/resources/charge/model'
import { disputeMachine } from '../../../../service/resources/dispute/model'
import type { LinkRow } from '../../../../service/resources/link/model'
import { whyClosed } from '../../../../service/resources/link/operations'
import { actionMoves, api, type MoveField, movesOf, outside } from './move'

/** Moves of charges, of the sources and links that pay them, and of disputes about them. */

const amountField = (value: number, currency: Currency, hint: string): MoveField => ({
  name: 'amount',
  label: 'Amount',
  value,
  currency,
  hint,
})

const leftToRefund = ({ capturedAmount, refundedAmount }: ChargeRow): number =>
  capturedAmount - refundedAmount

export const chargeMoves = movesOf<ChargeRow>(({ charges }) => charges, {
  Capture: {
    tone: 'main',
    isPossible: (charge) => flagsOf(charge).capturable,
    fields: ({ authorizationType, authorizedAmount, currency }) =>
      authorizationType === 'pre_auth'
        ? [amountField(authorizedAmount, currency, 'All of the authorized amount, or a part of it')]
        : [],
    request: ({ id }, { amount }) => api('POST', `/charges/${id}/capture`, { capture_amount: amount }),
  },
  Reverse: {
    tone: 'danger',
    isPossible: (charge) => flagsOf(charge).reversible,
    request: ({ id }) => api('POST', `/charges/${id}/reverse`),
  },
  Refund: {
    isPossible: (charge) => flagsOf(charge).refundable,
    fields: (charge) =>
      flagsOf(charge).partially_refundable
        ? [amountField(leftToRefund(charge), charge.currency, 'All that is left, or a part of it')]
        : [],
    request: (charge, { amount }) =>
      api('POST', `/charges/${charge.id}/refunds`, { amount: amount ?? leftToRefund(charge) }),
  },
  ...actionMoves('charge'),
})

export const sourceMoves = movesOf(({ sources }) => sources, actionMoves('source'))

const cardField = (): MoveField => ({
  name: 'card',
  label: 'Test card',
  value: '4242424242424242',
  options: [...testCards()].map(([name, number]) => [number, `${name} · ${number}`]),
})

export const linkMoves = movesOf<LinkRow>(({ links }) => links, {
  Pay: {
    tone: 'main',
    isPossible: (link) => whyClosed(link) === null,
    fields: ({ amount, currency }) => [
      ...(amount === 0
        ? [{ ...amountField(100_000, currency, 'The payer chooses it'), required: true }]
        : []),
      cardField(),
    ],
    request: ({ id }, { amount, card }) =>
      outside('payLink', id, { amount, card: card === undefined ? undefined : { number: card } }),
  },
  Delete: {
    tone: 'danger',
    isPossible: ({ deletedAt }) => deletedAt === null,
    request: ({ id }) => api('DELETE', `/links/${id}`),
  },
})

export const disputeMoves = movesOf(({ disputes }) => disputes, {
  Answer: {
    isPossible: ({ state }) => allows(disputeMachine, state, 'answer'),
    fields: () => [{ name: 'message', label: 'Message to the bank', required: true }],
    request: ({ id }, { message }) => api('PATCH', `/disputes/${id}`, { message }),
  },
  Win: {
    tone: 'main',
    isPossible: ({ state }) => allows(disputeMachine, state, 'win'),
    request: ({ id }) => outside('decideDispute', id, { outcome: 'won' }),
  },
  Lose: {
    isPossible: ({ state }) => allows(disputeMachine, state, 'lose'),
    request: ({ id }) => outside('decideDispute', id, { outcome: 'lost' }),
  },
  Accept: {
    tone: 'danger',
    isPossible: ({ state }) => allows(disputeMachine, state, 'accept'),
    request: ({ id }) => api('POST', `/disputes/${id}/accept`),
  },
})
