/** Elements made by the DOM alone, as a policy of the page may forbid markup in texts. */

export type Attributes = Readonly<Record<string, string | boolean>>

export const make = <T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[T] => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) element.setAttribute(name, value === true ? '' : value)
  element.append(...children)
  return element
}

type Control = HTMLInputElement | HTMLSelectElement

export interface LabelledField {
  readonly name: string
  readonly control: Control
  readonly element: HTMLElement
  /** Shows what is wrong; nothing is, without a text. */
  readonly show: (problem: string) => void
}

export interface ControlKind {
  readonly attributes?: Attributes
  /** Values with their texts: the field is a list. */
  readonly choices?: readonly (readonly [string, string])[]
  readonly format?: (text: string) => string
}

export const field = (
  id: string,
  name: string,
  label: string,
  { attributes = {}, choices, format }: ControlKind,
): LabelledField => {
  const describedBy = `${id}-problem`
  const all = { id, name, 'aria-describedby': describedBy, 'aria-required': 'true', ...attributes }
  const control =
    choices === undefined
      ? make('input', { type: 'text', autocomplete: 'off', ...all })
      : make('select', all, ...choices.map(([value, text]) => make('option', { value }, text)))
  const problem = make('span', { class: 'problem', id: describedBy })
  const show = (text: string): void => {
    problem.textContent = text
    control.setAttribute('aria-invalid', String(text !== ''))
  }
  control.addEventListener('input', () => {
    show('')
    // Only at the end of the text: elsewhere the cursor would jump.
    if (format === undefined || !('selectionEnd' in control) || control.selectionEnd !== control.value.length)
      return
    control.value = format(control.value)
  })
  return {
    name,
    control,
    show,
    element: make('div', { class: `field ${name}` }, make('label', { for: id }, label), control, problem),
  }
}
