import { allows } from '../../../../kernel/machine'
import type { CardRow } from '../../../../service/resources/card/model'
import type { CustomerRow } from '../../../../service/resources/customer/model'
import { disputeMachine } from '../../../../service/resources/dispute/machine'
import type { DocumentRow } from '../../../../service/resources/document/model'
import { type EventRow, isAboutDelivery } from '../../../../service/resources/event/model'
import { api, type MovesOfKind, movesOf, resend } from './move'
import { chargeMoves, disputeMoves, linkMoves, sourceMoves } from './payments'
import { recipientMoves, scheduleMoves, transferMoves } from './payouts'

const customerMoves = movesOf<CustomerRow>(
  ({ customers }) => customers,
  [
    {
      name: 'Delete',
      tone: 'danger',
      isPossible: ({ deleted }) => !deleted,
      request: ({ id }) => api('DELETE', `/customers/${id}`),
    },
  ],
)

const cardMoves = movesOf<CardRow>(
  ({ cards }) => cards,
  [
    {
      name: 'Delete',
      tone: 'danger',
      isPossible: ({ deleted, customer }) => customer !== null && !deleted,
      request: ({ id, customer }) => api('DELETE', `/customers/${customer}/cards/${id}`),
    },
  ],
)

const documentMoves = movesOf<DocumentRow>(
  ({ documents }) => documents,
  [
    {
      name: 'Delete',
      tone: 'danger',
      isPossible: ({ deleted, dispute }, { world }) => {
        const { state } = world.disputes.get(dispute) ?? {}
        return !deleted && state !== undefined && allows(disputeMachine, state, 'change_documents')
      },
      request: ({ id, dispute }) => api('DELETE', `/disputes/${dispute}/documents/${id}`),
    },
  ],
)

const eventMoves = movesOf<EventRow>(
  ({ events }) => events,
  [
    {
      name: 'Resend',
      tone: 'main',
      isPossible: ({ key }, { mode }) => !isAboutDelivery(key) && mode.webhooks.endpoints.length > 0,
      request: ({ id }) => resend(id),
    },
  ],
)

const none: MovesOfKind = { slugs: [], open: () => [] }

const moves: Readonly<Record<string, MovesOfKind>> = {
  cards: cardMoves,
  charges: chargeMoves,
  customers: customerMoves,
  disputes: disputeMoves,
  documents: documentMoves,
  events: eventMoves,
  links: linkMoves,
  recipients: recipientMoves,
  schedules: scheduleMoves,
  sources: sourceMoves,
  transfers: transferMoves,
}

/** The moves of a kind of records, such as `charges`; most kinds of bookkeeping have none. */
export const movesOfKind = (kind: string): MovesOfKind =>
  (Object.hasOwn(moves, kind) ? moves[kind] : undefined) ?? none
