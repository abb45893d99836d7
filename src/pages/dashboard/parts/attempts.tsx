import type { WebhookDeliveryRow } from '../../../service/resources/webhook-delivery/model'
import { deliveriesOf, repeatOf } from '../../../service/resources/webhook-delivery/operations'
import { isSuccess } from '../../../service/webhooks/outbox'
import type { World } from '../../../service/world'
import type { View } from '../frame/view'
import { Moment } from './values'

interface AttemptOutcome {
  readonly status: number | null
  readonly uri: string
  /** Left out where all attempts are of one event. */
  readonly event?: string
}

/** An attempt that had no answer, or one that was not a success. */
export const isFailed = ({ status }: Pick<AttemptOutcome, 'status'>): boolean => !isSuccess(status)

/** The attempts to deliver events to addresses that have not taken them so far. */
export const notTaken = <T extends AttemptOutcome>(attempts: readonly T[]): readonly T[] => {
  const purposeOf = ({ event, uri }: T): string => `${event} ${uri}`
  const taken = new Set(attempts.filter((attempt) => !isFailed(attempt)).map(purposeOf))
  return attempts.filter((attempt) => !taken.has(purposeOf(attempt)))
}

const repeats = { resend: 'sent again', copy: 'a copy made by a fault' } as const

/** Why the event was sent once more; `null` for the first time. */
export const repeatText = ({ world }: View, row: WebhookDeliveryRow): string | null => {
  const repeat = repeatOf(world, row)
  return repeat === null ? null : repeats[repeat]
}

/** Which attempt it is, where it is not the first: `attempt 2`, or `attempt 2, sent again` after a resend. */
export const attemptText = (view: View, row: WebhookDeliveryRow): string => {
  const number = row.attempt === 1 ? null : `attempt ${row.attempt}`
  return [number, repeatText(view, row)].filter((text) => text !== null).join(', ')
}

/** What an attempt is called on its own line: a resend is not the first one again. */
export const attemptName = ({ world }: View, row: WebhookDeliveryRow): string =>
  row.attempt === 1 && repeatOf(world, row) === 'resend' ? 'resend' : `attempt ${row.attempt}`

const ways = { retry: 'retried', resend: 'sent again', copy: 'copied by a fault' } as const

/** The first attempt after a failed one that brought its event to the same address; `undefined` while there is none. */
const laterSuccess = (world: World, failed: WebhookDeliveryRow): WebhookDeliveryRow | undefined => {
  const all = deliveriesOf(world, failed.event)
  return all.slice(all.indexOf(failed) + 1).find((row) => row.uri === failed.uri && !isFailed(row))
}

/** When the event of a failed attempt was taken after all; nothing for another attempt. */
export const LaterSuccess = ({ view, id }: { readonly view: View; readonly id: string }) => {
  const row = view.world.webhookDeliveries.get(id)
  const later = row === undefined || !isFailed(row) ? undefined : laterSuccess(view.world, row)
  if (later === undefined) return null
  return (
    <span class="good">
      {ways[repeatOf(view.world, later) ?? 'retry']}, succeeded at{' '}
      <Moment at={later.createdAt} now={view.sandbox.clock.now()} />
    </span>
  )
}
