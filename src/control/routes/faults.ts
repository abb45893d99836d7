import * as z from 'zod/mini'
import { int, listOf, text } from '../../kernel/answers'
import { renamed } from '../../kernel/text'
import type { RequestFault, WebhookFault } from '../../sandbox/faults'
import { libraryName, wireName } from '../../service/faults/option'
import { anyFault } from '../../service/faults/options'
import { requestFault } from '../../service/faults/request-fault'
import { webhookFault, whyNoDelivery } from '../../service/faults/webhook-fault'
import { invalidBody } from '../errors'
import { controlRoute } from '../route'

const shownForm = ({ shown }: Pick<typeof requestFault, 'shown'>) =>
  z.strictObject({
    id: text('Id of the fault, to remove it by'),
    ...shown(),
    hits: int('How many times it was applied'),
  })

const faultBody = () => z.union([shownForm(requestFault), shownForm(webhookFault)])
const faultList = () => listOf('The faults, those of requests first', faultBody())

const show = ({ kind: _, ...fault }: RequestFault | WebhookFault) => renamed(fault, wireName)

export const faultRoutes = [
  controlRoute('GET /faults', {
    summary: 'The added faults, with their hits: a fault with 0 hits has had no effect',
    scoped: 'one',
    returns: faultList,
    run: ({ mode }) => ({ data: mode().faults.list().map(show) }),
  }),
  controlRoute('POST /faults', {
    summary: 'Make requests fail or, with `webhook`, deliveries',
    scoped: 'one',
    input: () => anyFault('wire', 'must be an object'),
    example: { method: 'POST', path: '/charges', drop: 'response' },
    shows: () => z.union([requestFault.wire(), webhookFault.wire()]),
    returns: faultBody,
    run: ({ mode, input, parts }) => {
      const { faults } = mode()
      const message =
        'webhook' in input ? whyNoDelivery(String(input.webhook), parts.settings.profile.eventKeys) : null
      if (message !== null) throw invalidBody([{ path: 'webhook', message }])
      const fault = renamed(input, libraryName)
      return show('webhook' in input ? faults.addWebhook(fault) : faults.add(fault))
    },
  }),
  controlRoute('DELETE /faults', {
    summary: 'Clear all faults',
    scoped: 'one',
    returns: faultList,
    run: ({ mode }) => {
      mode().faults.clear()
      return { data: [] }
    },
  }),
  controlRoute('DELETE /faults/:id', {
    params: { id: 'Id of the fault' },
    summary: 'Remove one fault; answers with the others',
    scoped: 'one',
    returns: faultList,
    run: ({ mode, params }) => {
      const { faults } = mode()
      faults.remove(params.id ?? '')
      return { data: faults.list().map(show) }
    },
  }),
]
