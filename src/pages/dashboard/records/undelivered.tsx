import { deliveriesOf } from '../../../service/resources/webhook-delivery/operations'
import type { View } from '../frame/view'
import type { Story } from '../overview/stories'
import { notTaken } from '../parts/attempts'

interface UndeliveredProps {
  readonly view: View
  readonly stories: readonly Story[]
}

/** Characters of the answer of a receiver; its attempt shows more. */
const answerMax = 100

const eventsIn = (story: Story): readonly string[] => {
  if (story.kind === 'delivery') return []
  return story.kind === 'event' ? [story.event.id] : story.request.events.map(({ id }) => id)
}

/** The events of a record that a receiver has not taken: a shop that waits for one does not know what happened. */
export const Undelivered = ({ view, stories }: UndeliveredProps) => {
  const { world, at } = view
  const events = [...new Set(stories.flatMap(eventsIn))]
  const failed = notTaken(events.flatMap((event) => deliveriesOf(world, event)))
  const newest = failed.toSorted((a, b) => a.createdAt - b.createdAt).at(-1)
  if (newest === undefined) return null
  const keys = [...new Set(failed.map(({ key }) => key))]
  const { id, status, error, answer } = newest
  const words = [status, error, answer?.slice(0, answerMax)].filter(Boolean).join(', ')
  return (
    <p class="remark bad">
      Not delivered: {keys.join(', ')}. The last attempt:{' '}
      <a href={at('/webhooks', { delivery: id })}>{words}</a>
    </p>
  )
}
