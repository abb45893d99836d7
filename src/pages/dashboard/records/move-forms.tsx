import { currencies, inUnits } from '../../../kernel/money'
import type { View } from '../frame/view'
import { Code } from '../parts/copy'
import { Field, operationAt, Send } from '../parts/send'
import { curlLine, libraryLine } from './moves/lines'
import type { MoveField, MoveInput, OpenMove } from './moves/move'
import { movesOfKind } from './moves/table'

/** An amount is shown and typed in units of its currency. */
const fieldOf = ({ label, value, currency, ...field }: MoveField) =>
  currency !== undefined && typeof value === 'number' ? (
    <Field
      {...field}
      label={`${label} in ${currency.toUpperCase()}`}
      value={inUnits(value, currency)}
      as={`money:${currencies[currency].exponent}`}
    />
  ) : (
    <Field {...field} label={label} value={String(value ?? '')} />
  )

/** What the form of a move sends if nothing in it is changed, with a gap for what must be typed. */
const inputOf = ({ fields }: OpenMove): MoveInput =>
  Object.fromEntries(
    fields.flatMap(({ name, value, required }) => {
      if (value !== undefined) return [[name, value]]
      return required === true ? [[name, '…']] : []
    }),
  )

const formOf = (to: string, { name, slug, tone, fields }: OpenMove) => {
  // What cannot be undone needs a confirmation.
  const asked = tone === 'danger' ? { ask: `${name}? This cannot be undone.` } : {}
  if (fields.length === 0) return <Send to={to} name={name} tone={tone} {...asked} />
  return (
    <details class="move" id={`move-${slug}`}>
      <summary class={`button ${tone}`}>{name}…</summary>
      <Send to={to} name={name} tone="main" label={name} done="Done.">
        {fields.map(fieldOf)}
      </Send>
    </details>
  )
}

/** The buttons of a record, and the same moves as lines to copy. */
export const moveForms = (view: View, kind: string, id: string) => {
  const moves = movesOfKind(kind).open(view, id)
  if (moves.length === 0) return null
  return (
    <div class="moves">
      <div class="sends">
        {moves.map((move) =>
          formOf(operationAt(view, `/records/${kind}/${encodeURIComponent(id)}/${move.slug}`), move),
        )}
      </div>
      <details class="json" id="moves-as-code">
        <summary>As curl and in a test</summary>
        {moves.map((move) => {
          const request = move.request(inputOf(move))
          return (
            <>
              <h3>{move.name}</h3>
              <Code text={curlLine(request, view)} what={`${move.name} as a curl command`} />
              <Code text={libraryLine(request, view)} what={`${move.name} as a line of a test`} />
            </>
          )
        })}
      </details>
    </div>
  )
}
