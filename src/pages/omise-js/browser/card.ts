import { type Answer, createSource, createToken, say, scriptTag } from './calls'
import { buildForm } from './form'
import { embedFrame, findFrame, frameIn, hideFrame, keepKeys, pageOf, prepare, showFrame } from './frame'
import { type CardOptions, callbackIn, isOn, optionsIn, textIn } from './options'
import type { EnteredPayment } from './panels'
import { wordsIn } from './words'

/** `OmiseCard`: the form over the page of a shop, and the buttons that open it. */

interface Opened {
  readonly frame: HTMLIFrameElement
  readonly options: CardOptions
  /** Where the keyboard was before. */
  readonly before: Element | null
  readonly submit: (more: CardOptions) => Promise<void>
  /** In its place in the page, the form stays after a payment. */
  isPaid: boolean
}

/** How long after `OmiseCard.close()` its page hears of it, as of the published script. */
const closedAfterMs = 250

let configured: CardOptions = {}
/** Of `configureButton`: selectors with their options. */
const buttons = new Map<unknown, CardOptions>()
/** What a click on a button does, one thing each. */
const handlers = new WeakMap<Element, (event: Event) => void>()
let opened: Opened | null = null

/** An element, or what a selector finds. @param option the name of what gives it */
const elementsAt = (given: unknown, option: string): readonly Element[] => {
  if (given instanceof Element) return [given]
  const found: Element[] = []
  try {
    found.push(...document.querySelectorAll(String(given)))
  } catch {
    // It is no selector, and finds nothing.
  }
  if (found.length === 0) say(`OmiseCard: ${option} names ${String(given)}, but the page has no such element`)
  return found
}

const elementAt = (options: CardOptions, option: string): Element | null => {
  const given = options[option] ?? ''
  return given === '' ? null : (elementsAt(given, option)[0] ?? null)
}

const formOf = (element: Element | null): HTMLFormElement | null => element?.closest('form') ?? null

/** The form that is sent: the one that the options name, or the one around the button. */
const formFor = (options: CardOptions, button: Element | null): HTMLFormElement | null =>
  formOf(elementAt(options, 'submitFormTarget') ?? button)

const hiddenField = (form: HTMLFormElement, name: string): HTMLInputElement => {
  const found = form.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (found !== null) return found
  const made = Object.assign(document.createElement('input'), { type: 'hidden', name })
  form.append(made)
  return made
}

/** The fields that take the id, in the order in which they are added. */
const addFields = (form: HTMLFormElement | null): readonly HTMLInputElement[] =>
  form === null ? [] : ['omiseToken', 'omiseSource'].map((name) => hiddenField(form, name))

/** What the page wants is done: its fields are filled, its callback is called, or else its form is sent. */
const finish = (options: CardOptions, form: HTMLFormElement | null, id: string, payload: unknown): void => {
  const isToken = id.startsWith('tokn_')
  for (const field of addFields(form)) field.value = isToken === (field.name === 'omiseToken') ? id : ''
  const done = callbackIn(options, 'onCreateTokenSuccess')
  if (done !== null) done(payload)
  else if (form === null)
    say(
      `OmiseCard made ${id}, but nothing takes it: give onCreateTokenSuccess, or the form as submitFormTarget`,
    )
  // Without the page's own handlers, which would open the form once more; a field may be called submit.
  else if (!/^(?:no|false)$/i.test(textIn(options, 'submitAuto'))) HTMLFormElement.prototype.submit.call(form)
}

/** The script tag, where it describes a button. */
const buttonTag =
  scriptTag?.dataset.key === undefined && scriptTag?.dataset.amount === undefined ? null : scriptTag

/** The key that `Omise.setPublicKey` has set. */
let pageKey = ''
export const setPageKey = (key: string): void => {
  pageKey = key
}

const showForm = (options: CardOptions, opener: Element | null): HTMLIFrameElement | null => {
  const place = elementAt(options, 'element')
  const isBare = isOn(options.customCardForm)
  const isEmbedded = place !== null && (isBare || isOn(options.embedded))
  if (isOn(options.customInstallmentForm))
    say('there is no customInstallmentForm here: it shows the card form')
  const frame = frameIn(isEmbedded ? place : document.body)
  const page = pageOf(frame)
  if (page === null) return null
  const before = opened?.before ?? document.activeElement
  const isOpen = (): boolean => opened?.frame === frame && opened.options === options
  let more: CardOptions = {}
  const pay = async ({ type, fields, remember }: EnteredPayment): Promise<Answer | null> => {
    const key = textIn(options, 'publicKey') || pageKey
    const { amount, currency = 'THB', items, shipping } = options
    const answer =
      type === null
        ? await createToken(key, 'card', { ...fields, ...more })
        : await createSource(key, type, { amount, currency, items, shipping, ...fields })
    if (!isOpen()) return null
    if (answer.status !== 200) {
      callbackIn(options, 'onError')?.(Reflect.get(answer.data, 'message'))
      return answer
    }
    const id = String(Reflect.get(answer.data, 'id'))
    if (!isEmbedded) hide()
    else if (opened !== null) opened.isPaid = true
    finish(options, formFor(options, opener ?? buttonTag), id, isBare ? { token: id, remember } : id)
    return null
  }
  const dismiss = (): void => {
    hide()
    callbackIn(options, 'onFormClosed')?.()
  }
  const locale = /^(?:en|th|ja)/i.exec(textIn(options, 'locale'))?.[0].toLowerCase() ?? 'en'
  const form = buildForm({ options, words: wordsIn(locale), locale, isEmbedded, isBare, pay, close: dismiss })
  page.documentElement.lang = locale
  page.body.className = isEmbedded ? 'embedded' : 'overlay'
  page.body.append(form.element)
  const submit = (given: CardOptions): Promise<void> => {
    more = given
    return form.submit()
  }
  opened = { frame, options, before, submit, isPaid: false }
  if (isEmbedded) embedFrame(frame, form.element)
  else {
    showFrame(frame)
    keepKeys(page, dismiss)
    form.focus()
  }
  return frame
}

const configure = (given?: unknown): CardOptions => {
  configured = { ...configured, ...optionsIn(given) }
  prepare()
  return configured
}

const open = (given?: unknown, ...more: readonly unknown[]): boolean => {
  const frame = openFrom(null, optionsIn(given))
  if (frame !== null) callAny(more, frame)
  return frame !== null
}

/** Calls what of these is a function. */
const callAny = (given: readonly unknown[], frame: HTMLIFrameElement): void => {
  for (const callback of given) if (typeof callback === 'function') callback(frame)
}

const openFrom = (opener: Element | null, given: CardOptions): HTMLIFrameElement | null => {
  if (document.body === null) {
    say('OmiseCard.open() came before the page has a body: call it later')
    return null
  }
  return showForm({ ...configured, ...given }, opener)
}

/** @returns what was open */
const hide = (): Opened | null => {
  const was = opened
  opened = null
  if (was === null) return null
  hideFrame(was.frame)
  if (was.before instanceof HTMLElement) was.before.focus()
  return was
}

/** By the page. */
const close = (...given: readonly unknown[]): boolean => {
  const was = hide()
  if (was === null) return false
  callAny(given, was.frame)
  const closed = callbackIn(was.options, 'onFormClosed')
  if (closed !== null && !was.isPaid) setTimeout(closed, closedAfterMs)
  return true
}

/** Opens the form at each click, in place of what the button does by itself. */
const attachTo = (button: Element, options: () => CardOptions): void => {
  const before = handlers.get(button)
  if (before !== undefined) button.removeEventListener('click', before)
  const handler = (event: Event): void => {
    event.preventDefault()
    openFrom(button, options())
  }
  handlers.set(button, handler)
  button.addEventListener('click', handler)
}

const configureButton = (selector: unknown = '.omise-checkout-button', given?: unknown): void => {
  prepare()
  buttons.set(selector, optionsIn(given))
}

const attach = (): void => {
  prepare()
  for (const [selector, options] of buttons)
    for (const button of elementsAt(selector, 'configureButton')) {
      const label = textIn(options, 'buttonLabel')
      if (label !== '') button.textContent = label
      addFields(formFor({ ...configured, ...options }, button))
      attachTo(button, () => options)
    }
}

const destroy = (): void => {
  hide()
  buttons.clear()
  findFrame()?.remove()
}

/** Asks for the token of a form that has no button of its own. @param more email and address of the customer */
const requestCardToken = (more?: unknown): void => {
  const { billingAddress, ...rest } = optionsIn(more)
  if (opened === null) say('requestCardToken() needs an open form: call OmiseCard.open() first')
  else void opened.submit({ ...rest, ...optionsIn(billingAddress) })
}

/** Adds the button of the script tag, and its fields to the form around it. */
export const addButton = (): void => {
  if (buttonTag === null) return
  const { dataset } = buttonTag
  const button = document.createElement('button')
  button.className = 'omise-checkout-button'
  button.textContent = dataset.buttonLabel || 'Pay with Omise'
  buttonTag.after(button)
  addFields(formOf(buttonTag))
  // Read at the click: a page may change the amount.
  attachTo(button, () => optionsIn(dataset))
  prepare()
}

export const OmiseCard = { configure, configureButton, attach, open, close, destroy, requestCardToken }
