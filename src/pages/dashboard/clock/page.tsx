import { iso } from '../../../kernel/calendar'
import { gather } from '../../../kernel/collection'
import { type Due, dueNext } from '../frame/top'
import type { PlacePage, View } from '../frame/view'
import { purposeOfEvent, RecordLink } from '../parts/links'
import { Field, Send } from '../parts/send'
import { distanceText, State, Time, timeText } from '../parts/values'

/** How many planned jobs the page looks at. */
const lookedAt = 1000

const steps = ['1h', '1d', '7d', '30d'] as const

const moves = ({ sandbox: { clock } }: View) => (
  <section>
    <h2>
      <Time at={clock.now()} /> UTC <State of={clock.frozen ? 'stopped' : 'running'} />
    </h2>
    <p class="soft">
      Every charge that expires, schedule that runs and webhook that is tried again follows this clock. It
      never goes back: restore a snapshot or reset for that.
    </p>
    <div class="sends">
      {steps.map((step) => (
        <Send to="/_sandbox/clock" name={`Advance ${step}`} body={{ advance: step }} />
      ))}
      <Send
        to="/_sandbox/clock"
        name={clock.frozen ? 'Let it run' : 'Stop it'}
        body={{ freeze: !clock.frozen }}
      />
    </div>
    <div class="sends">
      <Send to="/_sandbox/clock" name="Advance" label="Advance by a duration">
        <Field label="Advance by" name="advance" placeholder="1d12h" required hint="Units: ms s m h d w" />
      </Send>
      <Send to="/_sandbox/clock" name="Set" label="Set a time">
        <Field
          label="Set to"
          name="set"
          placeholder={`${clock.now().toISOString().slice(0, 19)}Z`}
          required
          hint="ISO 8601, not before now"
        />
      </Send>
    </div>
  </section>
)

/** The most lines on the page, and the most records below one of them. */
const shown = 50

/** The record that a job is about, and what it is for. */
const subjectOf = (view: View, { subject, account }: Due) =>
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

const timeOf = (view: View, { at }: Due) => (
  <>
    <Time at={at} />
    <span class="distance soft">{distanceText(at - view.sandbox.clock.now().getTime())}</span>
  </>
)

/** @param due jobs of one kind that fall due in the same second */
const lineOf = (view: View, due: readonly Due[]) => {
  const [first] = due
  if (first === undefined) return null
  if (due.length === 1)
    return (
      <li class="words">
        {timeOf(view, first)}
        <span class="text">{first.text}</span>
        {subjectOf(view, first)}
      </li>
    )
  return (
    <li>
      <details id={`due-${timeText(first.at)}-${first.text}`.replace(/\W+/g, '-')}>
        <summary>
          <span class="words">
            {timeOf(view, first)}
            <span class="text">
              {due.length.toLocaleString('en')} {first.many}
            </span>
          </span>
        </summary>
        <ul class="plain">
          {due.slice(0, shown).map((one) => (
            <li class="words">{subjectOf(view, one)}</li>
          ))}
        </ul>
        {due.length > shown ? (
          <p class="soft">And {(due.length - shown).toLocaleString('en')} more.</p>
        ) : null}
      </details>
    </li>
  )
}

/** What falls due, the soonest first. */
const dueSection = (view: View) => {
  // A busy shop has a hundred retries in a second: they are one line.
  const due = [...gather(dueNext(view, lookedAt), ({ at, text }) => `${timeText(at)} ${text}`).values()]
  const last = due[0]?.at(-1)
  return (
    <section>
      <h2>Due next</h2>
      {last === undefined ? (
        <p class="soft">Nothing is planned.</p>
      ) : (
        <>
          <Send to="/_sandbox/clock" name="Advance to the next" tone="main" body={{ set: iso(last.at) }} />
          <ul id="due" class="plain lines due">
            {due.slice(0, shown).map((together) => lineOf(view, together))}
          </ul>
          {due.length > shown ? <p class="soft">These are the next {shown}.</p> : null}
        </>
      )}
    </section>
  )
}

/** The virtual clock: what falls due, and moves to it. */
export const clockPage = (view: View): PlacePage => ({
  title: 'Clock',
  content: (
    <>
      <h1>Clock</h1>
      {moves(view)}
      {dueSection(view)}
    </>
  ),
})
