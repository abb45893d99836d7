import { type Answer, isReal } from './calls'
import { make } from './dom'
import { type CardOptions, isOn, isToSave, methodRows, moneyIn, textIn } from './options'
import { cardPanel, type EnteredPayment, type Panel, patternOf, rowName, sourcePanel } from './panels'
import type { Words } from './words'

/** The form that a customer sees. */

export interface FormRequest {
  readonly options: CardOptions
  readonly words: Words
  readonly locale: string
  /** In the page, not over it: without a button that closes it. */
  readonly isEmbedded: boolean
  /** Without a button that pays: the page has one of its own. */
  readonly isBare: boolean
  /** @returns the answer that refuses it; `null` when all is done */
  readonly pay: (entered: EnteredPayment) => Promise<Answer | null>
  readonly close: () => void
}

export interface Form {
  readonly element: HTMLElement
  readonly focus: () => void
  readonly submit: () => Promise<void>
}

export const buildForm = (request: FormRequest): Form => {
  const { options, words, locale, isEmbedded, isBare } = request
  const money = moneyIn(options, locale)
  const fields = fieldsOf(request)
  const alert = make('p', { role: 'alert', class: 'problem' })
  const label = textIn(options, 'submitLabel') || (isToSave(options) ? words.save : words.pay)
  const button = make('button', { type: 'submit', class: 'pay' }, [label, money].filter(Boolean).join(' '))
  const form = make('form', { novalidate: true }, ...fields.elements, alert, ...(isBare ? [] : [button]))
  const submit = submitting(form, alert, fields, request)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  const title = textIn(options, 'frameLabel') || words.payment
  const dialog = { role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'title' }
  const element = make(
    isEmbedded ? 'main' : 'div',
    { lang: locale, class: 'box', ...(isEmbedded ? {} : dialog) },
    isBare ? testMode() : head(request, title, money),
    form,
  )
  const focus = (): void => {
    const places = ['.panel input', 'input:checked', 'button.pay']
    const found = places.map((place) => element.querySelector<HTMLElement>(place))
    found.find((one) => one !== null)?.focus()
  }
  return { element, submit, focus }
}

/** What the customer can choose and fill in. */
const fieldsOf = (request: FormRequest) => {
  const { options, words, isBare } = request
  const panels = methodRows(options).map((row) =>
    row.id === 'card' ? cardPanel(row, request) : sourcePanel(row, request),
  )
  const list = panels.length === 1 ? panels.map(({ element }) => element) : [methodList(panels, words)]
  const remember = make('input', { type: 'checkbox', name: 'remember', id: 'remember' })
  const line = make(
    'div',
    { class: 'remember' },
    remember,
    make('label', { for: 'remember' }, words.remember),
  )
  const hasLine = isBare && !isOn(options.customCardFormHideRememberCard)
  return { elements: [...list, ...(hasLine ? [line] : [])], panels, remember }
}

/** Sends what was entered, once at a time, and shows what was refused where it was entered. */
const submitting = (
  form: HTMLFormElement,
  alert: HTMLElement,
  { panels, remember }: ReturnType<typeof fieldsOf>,
  { words, pay }: FormRequest,
): Form['submit'] => {
  const refuse = ({ data }: Answer, { fields }: Panel): void => {
    const message = String(Reflect.get(data, 'message'))
    const wrong = fields.filter(({ name }) => patternOf(name).test(message))
    for (const { name, show } of wrong) show(words.wrong[name] ?? words.wrongField)
    if (wrong.length === 0) alert.textContent = message
    wrong[0]?.control.focus()
  }
  let isBusy = false
  return async () => {
    // Only the chosen one is in the page.
    const panel = panels.find(({ element }) => element.isConnected)
    if (isBusy || panel === undefined) return
    alert.textContent = ''
    const empty = panel.fields.filter(({ control }) => control.value.trim() === '')
    for (const { show } of empty) show(words.missing)
    if (empty.length > 0) return empty[0]?.control.focus()
    isBusy = true
    form.setAttribute('aria-busy', 'true')
    try {
      const refusal = await pay({ ...panel.read(), remember: remember.checked })
      if (refusal !== null) refuse(refusal, panel)
    } finally {
      // Also where a callback of the page has failed.
      isBusy = false
      form.removeAttribute('aria-busy')
    }
  }
}

const testMode = (): HTMLElement => make('p', { class: 'mode', lang: 'en' }, 'test mode')

const head = (
  { options, words, isEmbedded, close }: FormRequest,
  title: string,
  money: string,
): HTMLElement => {
  const description = textIn(options, 'frameDescription') || textIn(options, 'description')
  const closing = make('button', { type: 'button', class: 'close', 'aria-label': words.close }, '✕')
  closing.addEventListener('click', close)
  return make(
    'header',
    {},
    make(
      'div',
      { class: 'shop' },
      ...picture(textIn(options, 'image')),
      testMode(),
      ...(isEmbedded ? [] : [closing]),
    ),
    make('h1', { id: 'title' }, title),
    ...(description === '' ? [] : [make('p', {}, description)]),
    ...(money === '' ? [] : [make('p', { class: 'amount' }, money)]),
  )
}

/** The picture of the shop, unless it is one of the real service, which is never called. */
const picture = (address: string): readonly HTMLElement[] => {
  if (!URL.canParse(address, location.href) || address === '' || isReal(address)) return []
  const image = make('img', { src: new URL(address, location.href).href, alt: '' })
  image.addEventListener('error', () => image.remove())
  return [image]
}

/** Methods to choose from. The fields of the chosen one are below it, and no others are in the page. */
const methodList = (panels: readonly Panel[], words: Words): HTMLElement => {
  const lines = panels.map((panel, i) => {
    const id = `method-${panel.row.id}`
    const radio = make('input', { type: 'radio', name: 'method', id, value: panel.row.id, checked: i === 0 })
    const line = make(
      'div',
      { class: 'method' },
      radio,
      make('label', { for: id }, rowName(panel.row, words)),
    )
    radio.addEventListener('change', () => {
      for (const { element } of panels) element.remove()
      line.append(panel.element)
    })
    if (i === 0) line.append(panel.element)
    return line
  })
  return make('fieldset', {}, make('legend', {}, words.method), ...lines)
}
