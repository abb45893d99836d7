import { iso } from '../../../kernel/calendar'
import { gather } from '../../../kernel/collection'
import type { Due } from '../frame/due'
import type { View } from '../frame/view'
import { purposeOfEvent } from '../parts/purpose'
import { RecordLink } from '../parts/record-link'
import { distanceText, Time, timeText } from '../parts/values'

/** The most lines on the page, and the most records below one of them. */
const shown = 50

/** Jobs of one kind that fall due in the same second; at least one. */
export type DueTogether = readonly Due[]

/** A busy shop has a hundred retries in a second: they are one line. */
export const gathered = (due: readonly Due[]): readonly DueTogether[] => [
  ...gather(due, ({ at, text }) => `${timeText(iso(at))} ${text}`).values(),
]

interface OneProps {
  readonly view: View
  readonly of: Due
}

/** The record that a job is about, and what it is for. */
const Subject = ({ view, of: { subject, account } }: OneProps) =>
  account === view.account.id ? (
    <>
      <RecordLink view={view} id={subject} />
      <span>{view.world.events.get(subject)?.key}</span>
      <span>{purposeOfEvent(view, subject)}</span>
    </>
  ) : (
    <>
      <code>{subject}</code>
      <span class="soft">{account}</span>
    </>
  )

const When = ({ view, of: { at } }: OneProps) => (
  <>
    <Time at={iso(at)} />
    <span class="distance soft">{distanceText(at - view.sandbox.clock.now().getTime())}</span>
  </>
)

const Together = ({ view, of }: { readonly view: View; readonly of: DueTogether }) => {
  const [first] = of
  if (first === undefined) return null
  if (of.length === 1)
    return (
      <li class="words">
        <When view={view} of={first} />
        <span class="text">{first.text}</span>
        <Subject view={view} of={first} />
      </li>
    )
  return (
    <li>
      <details id={`due-${timeText(iso(first.at))}-${first.text}`.replace(/\W+/g, '-')}>
        <summary>
          <span class="words">
            <When view={view} of={first} />
            <span class="text">
              {of.length.toLocaleString('en')} {first.many}
            </span>
          </span>
        </summary>
        <ul class="plain">
          {of.slice(0, shown).map((one) => (
            <li class="words">
              <Subject view={view} of={one} />
            </li>
          ))}
        </ul>
        {of.length > shown ? <p class="soft">And {(of.length - shown).toLocaleString('en')} more.</p> : null}
      </details>
    </li>
  )
}

/** What falls due, the soonest first. */
export const DueLines = ({ view, of }: { readonly view: View; readonly of: readonly DueTogether[] }) => (
  <>
    <ul id="due" class="plain lines due">
      {of.slice(0, shown).map((together) => (
        <Together view={view} of={together} />
      ))}
    </ul>
    {of.length > shown ? <p class="soft">These are the next {shown}.</p> : null}
  </>
)
