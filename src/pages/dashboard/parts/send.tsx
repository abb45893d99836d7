import type { Child } from 'hono/jsx'
import { type Currency, currencies, inUnits } from '../../../kernel/money'

interface SendProps {
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The address of the operation of the control plane. */
  readonly to: string
  /** The text of the button. */
  readonly name: string
  /** The address to open after success, with `{field}` for texts of the answer. Without them: the page as it is then. */
  readonly then?: string
  /** What the form says after success, where no address is opened. */
  readonly done?: string
  /** A question that the user must confirm first. */
  readonly ask?: string
  readonly tone?: 'main' | 'plain' | 'danger'
  /** What the body has beside the fields. */
  readonly body?: object
  readonly children?: Child
  readonly label?: string
}

/** A form that the browser script sends as JSON. A refusal is shown in it. */
export const Send = ({ method = 'POST', to, name, tone = 'plain', body, children, ...more }: SendProps) => (
  <form
    class="send"
    method="post"
    data-send={`${method} ${to}`}
    data-body={body === undefined ? undefined : JSON.stringify(body)}
    data-then={more.then}
    data-done={more.done}
    data-ask={more.ask}
    aria-label={more.label}
  >
    {children}
    <button type="submit" class={tone}>
      {name}
    </button>
    <output role="alert" />
  </form>
)

/** How the script reads the text of a field. */
type ReadAs = 'number' | 'boolean' | `money:${0 | 2}`

interface FieldProps {
  readonly label: string
  /** Its place in the body: dots lead into objects. */
  readonly name: string
  readonly value?: string
  readonly as?: ReadAs
  readonly hint?: string
  readonly placeholder?: string
  readonly required?: boolean
  readonly type?: 'url'
  /** Values to choose among, or to be offered while typing. */
  readonly options?: readonly Option[]
  readonly free?: boolean
  readonly rows?: number
}

/** A value and its text, where that is another. */
export type Option = string | readonly [value: string, text: string]

/** The choices of a boolean that is left out as it is. */
export const usualOr = (yes: string, usual = 'As usual'): readonly Option[] => [
  ['', usual],
  ['true', yes],
]

const optionOf = (option: Option): readonly [value: string, text: string] =>
  typeof option === 'string' ? [option, option] : option

/** A field of a form with its label. */
export const Field = ({ label, hint, ...field }: FieldProps) => (
  <label class="field">
    <span>{label}</span>
    <Input {...field} />
    {hint === undefined ? null : <small>{hint}</small>}
  </label>
)

interface AmountFieldProps extends Omit<FieldProps, 'value'> {
  /** In subunits. */
  readonly amount: number
  readonly currency: Currency
}

/** An amount is shown and typed in units of its currency. */
export const AmountField = ({ label, amount, currency, ...field }: AmountFieldProps) => (
  <Field
    {...field}
    label={`${label} in ${currency.toUpperCase()}`}
    value={inUnits(amount, currency)}
    as={`money:${currencies[currency].exponent}`}
  />
)

const Input = (field: Omit<FieldProps, 'label' | 'hint'>) => {
  const { name, value, as, placeholder, required, type = 'text', options, free, rows } = field
  const common = { name, 'data-as': as, required, placeholder }
  const choices = options?.map(optionOf).map(([one, text]) => (
    <option value={one} selected={free !== true && one === value}>
      {text}
    </option>
  ))
  if (choices !== undefined && free !== true) return <select {...common}>{choices}</select>
  if (rows !== undefined)
    return (
      <textarea {...common} rows={rows} spellcheck={false}>
        {value}
      </textarea>
    )
  const list = choices === undefined ? undefined : `${name}-options`
  return (
    <>
      <input {...common} type={type} value={value} list={list} autocomplete="off" spellcheck={false} />
      {choices === undefined ? null : <datalist id={list}>{choices}</datalist>}
    </>
  )
}
