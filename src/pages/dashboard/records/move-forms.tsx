import { currencies, inUnits, isCurrency } from '../../../kernel/money'
import type { View } from '../frame/view'
import { Code } from '../parts/copy'
import { Field, Send } from '../parts/send'
import { curlLine, libraryLine } from './moves/lines'
import type { MoveField, MoveInput, OpenMove } from './moves/move'

interface MovesProps {
  readonly view: View
  readonly kind: string
  readonly id: string
  readonly moves: readonly OpenMove[]
}

/** The operation of the control plane that makes a move. */
const addressOf = ({ view, kind, id }: MovesProps, { slug }: OpenMove): string => {
  const scope = view.at(`/records/${kind}/${encodeURIComponent(id)}/${slug}`)
  return scope.slice('/_sandbox'.length)
}

/** An amount is shown and typed in units of its currency. */
const FieldOf = ({ label, name, value, currency, options, hint, required = false }: MoveField) => {
  if (currency === undefined || !isCurrency(currency) || typeof value !== 'number')
    return (
      <Field
        label={label}
        name={name}
        value={value === undefined ? '' : String(value)}
        required={required}
        {...(options === undefined ? {} : { options })}
        {...(hint === undefined ? {} : { hint })}
      />
    )
  const { exponent } = currencies[currency]
  return (
    <Field
      label={`${label} in ${currency.toUpperCase()}`}
      name={name}
      value={inUnits(value, currency)}
      as={`money:${exponent}`}
      required={required}
      {...(hint === undefined ? {} : { hint })}
    />
  )
}

/** What the form of a move sends if nothing in it is changed, with a gap for what must be typed. */
const inputOf = ({ fields }: OpenMove): MoveInput =>
  Object.fromEntries(
    fields.flatMap(({ name, value, required }) => {
      if (value !== undefined) return [[name, value]]
      return required === true ? [[name, '…']] : []
    }),
  )

const MoveForm = ({ move, ...props }: MovesProps & { readonly move: OpenMove }) => {
  const { name, tone, fields } = move
  const to = addressOf(props, move)
  if (fields.length === 0) return <Send to={to} name={name} tone={tone} {...askOf(move)} />
  return (
    <details class="move" id={`move-${move.slug}`}>
      <summary class={`button ${tone}`}>{name}…</summary>
      <Send to={to} name={name} tone="main" label={name} done="Done.">
        {fields.map((field) => (
          <FieldOf {...field} />
        ))}
      </Send>
    </details>
  )
}

/** What cannot be taken back is asked for again. */
const askOf = ({ name, tone }: OpenMove): { readonly ask?: string } =>
  tone === 'danger' ? { ask: `${name}? This cannot be taken back.` } : {}

/** The buttons of a record, and the same moves as lines to copy. */
export const Moves = (props: MovesProps) => {
  const { view, moves } = props
  if (moves.length === 0) return null
  return (
    <div class="moves">
      <div class="sends">
        {moves.map((move) => (
          <MoveForm {...props} move={move} />
        ))}
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
