import { allows } from '../../../../kernel/machine'
import { waitingOccurrence } from '../../../../service/resources/occurrence/operations'
import { recipientMachine } from '../../../../service/resources/recipient/machine'
import type { RecipientRow } from '../../../../service/resources/recipient/model'
import { recipientRows } from '../../../../service/resources/recipient/operations'
import { isActive, scheduleMachine } from '../../../../service/resources/schedule/machine'
import { isSendable, nextVerification } from '../../../../service/resources/transfer/levers'
import { transferMachine } from '../../../../service/resources/transfer/machine'
import { transferFailureCodes } from '../../../../service/resources/transfer/model'
import { api, movesOf, outside } from './move'

/** Moves of transfers, of those who get them, and of schedules. */

export const transferMoves = movesOf(
  ({ transfers }) => transfers,
  [
    {
      name: 'Send',
      tone: 'main',
      isPossible: (transfer, { world }) => isSendable(world, transfer),
      request: ({ id }) => outside({ lever: 'sendTransfer', about: 'transfer', id }),
    },
    {
      name: 'Mark paid',
      tone: 'main',
      isPossible: ({ state }) => allows(transferMachine, state, 'pay'),
      request: ({ id }) => outside({ lever: 'payTransfer', about: 'transfer', id }),
    },
    {
      name: 'Fail',
      isPossible: ({ state }) => allows(transferMachine, state, 'fail'),
      fields: () => [
        {
          name: 'failure_code',
          label: 'Failure code',
          value: 'transfer_failed',
          options: transferFailureCodes.map((value) => ({ value, text: value })),
        },
      ],
      request: ({ id }, { failure_code }) =>
        outside({ lever: 'failTransfer', about: 'transfer', id, options: { failure_code } }),
    },
    {
      name: 'Delete',
      tone: 'danger',
      isPossible: ({ state }) => allows(transferMachine, state, 'delete'),
      request: ({ id }) => api('DELETE', `/transfers/${id}`),
    },
  ],
)

export const recipientMoves = movesOf<RecipientRow>(recipientRows, [
  {
    name: 'Verify',
    tone: 'main',
    // A verified one can be verified again, but a button for that would change nothing.
    isPossible: (recipient) =>
      recipient.state !== 'verified' &&
      allows(recipientMachine, recipient.state, nextVerification(recipient)),
    request: ({ id }) => outside({ lever: 'verifyRecipient', about: 'recipient', id }),
  },
  {
    name: 'Delete',
    tone: 'danger',
    isPossible: ({ state, isDefault }) => !isDefault && allows(recipientMachine, state, 'delete'),
    request: ({ id }) => api('DELETE', `/recipients/${id}`),
  },
])

export const scheduleMoves = movesOf(
  ({ schedules }) => schedules,
  [
    {
      name: 'Run now',
      tone: 'main',
      isPossible: (schedule, { world }) =>
        isActive(schedule.state) && waitingOccurrence(world, schedule) !== undefined,
      request: ({ id }) => outside({ lever: 'runSchedule', about: 'schedule', id }),
    },
    {
      name: 'Suspend',
      isPossible: ({ state }) => allows(scheduleMachine, state, 'suspend'),
      request: ({ id }) => api('POST', `/schedules/${id}/suspend`),
    },
    {
      name: 'Activate',
      tone: 'main',
      isPossible: ({ state }) => allows(scheduleMachine, state, 'activate'),
      request: ({ id }) => api('POST', `/schedules/${id}/activate`),
    },
    {
      name: 'Delete',
      tone: 'danger',
      isPossible: ({ state }) => allows(scheduleMachine, state, 'delete'),
      request: ({ id }) => api('DELETE', `/schedules/${id}`),
    },
  ],
)
