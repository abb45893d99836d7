import { allows } from '../../../../kernel/machine'
import type { CardRow } from '../../../../service/resources/card/model'
import type { CustomerRow } from '../../../../service/resources/customer/model'
import { disputeMachine } from '../../../../service/resources/dispute/model'
import type { DocumentRow } from '../../../../service/resources/document/model'
import { isAboutDelivery } from '../../../../service/resources/event/keys'
import type { EventRow } from '../../../../service/resources/event/model'
import { type RecipientRow, recipientMachine } from '../../../../service/resources/recipient/model'
import { recipientRows } from '../../../../service/resources/recipient/operations'
import { scheduleMachine } from '../../../../service/resources/schedule/model'
import { transferMachine } from '../../../../service/resources/transfer/model'
import { actionMoves, api, type MovesOfKind, movesOf, resend } from './move'
import { chargeMoves, disputeMoves, linkMoves, sourceMoves } from './payments'

const none: MovesOfKind = { slugs: [], open: () => [] }

const moves: Readonly<Record<string, MovesOfKind>> = {
  cards: movesOf<CardRow>(({ cards }) => cards, {
    Delete: {
      tone: 'danger',
      isPossible: ({ deleted, customer }) => customer !== null && !deleted,
      request: ({ id, customer }) => api('DELETE', `/customers/${customer}/cards/${id}`),
    },
  }),
  charges: chargeMoves,
  customers: movesOf<CustomerRow>(({ customers }) => customers, {
    Delete: {
      tone: 'danger',
      isPossible: ({ deleted }) => !deleted,
      request: ({ id }) => api('DELETE', `/customers/${id}`),
    },
  }),
  disputes: disputeMoves,
  documents: movesOf<DocumentRow>(({ documents }) => documents, {
    Delete: {
      tone: 'danger',
      isPossible: ({ deleted, dispute }, { world }) => {
        const { state } = world.disputes.get(dispute) ?? {}
        return !deleted && state !== undefined && allows(disputeMachine, state, 'change_documents')
      },
      request: ({ id, dispute }) => api('DELETE', `/disputes/${dispute}/documents/${id}`),
    },
  }),
  events: movesOf<EventRow>(({ events }) => events, {
    Resend: {
      tone: 'main',
      isPossible: ({ key }, { mode }) => !isAboutDelivery(key) && mode.webhooks.endpoints.length > 0,
      request: ({ id }) => resend(id),
    },
  }),
  links: linkMoves,
  recipients: movesOf<RecipientRow>(recipientRows, {
    ...actionMoves('recipient'),
    Delete: {
      tone: 'danger',
      isPossible: ({ state, isDefault }) => !isDefault && allows(recipientMachine, state, 'delete'),
      request: ({ id }) => api('DELETE', `/recipients/${id}`),
    },
  }),
  schedules: movesOf(({ schedules }) => schedules, {
    ...actionMoves('schedule'),
    Suspend: {
      isPossible: ({ state }) => allows(scheduleMachine, state, 'suspend'),
      request: ({ id }) => api('POST', `/schedules/${id}/suspend`),
    },
    Activate: {
      tone: 'main',
      isPossible: ({ state }) => allows(scheduleMachine, state, 'activate'),
      request: ({ id }) => api('POST', `/schedules/${id}/activate`),
    },
    Delete: {
      tone: 'danger',
      isPossible: ({ state }) => allows(scheduleMachine, state, 'delete'),
      request: ({ id }) => api('DELETE', `/schedules/${id}`),
    },
  }),
  sources: sourceMoves,
  transfers: movesOf(({ transfers }) => transfers, {
    ...actionMoves('transfer'),
    Delete: {
      tone: 'danger',
      isPossible: ({ state }) => allows(transferMachine, state, 'delete'),
      request: ({ id }) => api('DELETE', `/transfers/${id}`),
    },
  }),
}

/** The moves of a kind of records, such as `charges`; most kinds of bookkeeping have none. */
export const movesOfKind = (kind: string): MovesOfKind =>
  (Object.hasOwn(moves, kind) ? moves[kind] : undefined) ?? none
