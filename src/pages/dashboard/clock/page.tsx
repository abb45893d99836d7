import { iso } from '../../../kernel/calendar'
import { dueNext } from '../frame/due'
import type { PlacePage, View } from '../frame/view'
import { Field, Fixed, Send } from '../parts/send'
import { State, Time } from '../parts/values'
import { DueLines, gathered } from './due-lines'

/** How many planned jobs the page looks at. */
const lookedAt = 1000

const steps = ['1h', '1d', '7d', '30d'] as const

const Move = ({ view }: { readonly view: View }) => {
  const { clock } = view.sandbox
  return (
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
          <Send to="/clock" name={`Advance ${step}`}>
            <Fixed name="advance" value={step} />
          </Send>
        ))}
        <Send to="/clock" name={clock.frozen ? 'Let it run' : 'Stop it'}>
          <Fixed name="freeze" value={String(!clock.frozen)} as="boolean" />
        </Send>
      </div>
      <div class="sends">
        <Send to="/clock" name="Advance" label="Advance by a duration">
          <Field label="Advance by" name="advance" placeholder="1d12h" required hint="Units: ms s m h d w" />
        </Send>
        <Send to="/clock" name="Set" label="Set a time">
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
}

const Due = ({ view }: { readonly view: View }) => {
  const due = gathered(dueNext(view, lookedAt))
  const last = due[0]?.at(-1)
  return (
    <section>
      <h2>What falls due next</h2>
      {last === undefined ? (
        <p class="soft">Nothing is planned.</p>
      ) : (
        <>
          <Send to="/clock" name="Advance to the next" tone="main">
            <Fixed name="set" value={iso(last.at)} />
          </Send>
          <DueLines view={view} of={due} />
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
      <Move view={view} />
      <Due view={view} />
    </>
  ),
})
