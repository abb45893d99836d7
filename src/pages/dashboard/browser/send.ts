import { isInUse, refresh } from './live'

/** Forms with `data-send` are sent to the control plane as JSON; a refusal is shown in the form. */
export const sendForms = (): void => {
  document.addEventListener('submit', (event) => {
    const { target: form } = event
    if (!(form instanceof HTMLFormElement) || form.dataset.send === undefined) return
    event.preventDefault()
    void send(form, event.submitter)
  })
}

const send = async (form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> => {
  const { send: what = '', ask = '', then = '', done = '', body: given = '{}' } = form.dataset
  if (ask !== '' && !confirm(ask)) return
  const [method = 'POST', address = ''] = what.split(' ')
  const say = (text: string, tone = 'bad'): void => {
    const output = form.querySelector('output')
    if (output === null) return
    output.textContent = text
    output.className = tone
  }
  say('')
  const body = readForm(form, JSON.parse(given))
  if (typeof body === 'string') return say(body)
  submitter?.setAttribute('disabled', '')
  try {
    const answer = await fetch(address, requestOf(method, body))
    const result = await answer.json()
    if (!answer.ok) return say(result.error?.message ?? `The sandbox answered ${answer.status}.`)
    form.reset()
    const next = then === '' ? null : filled(then, result)
    if (next !== null) return location.assign(next)
    await refresh()
    say(done, 'good')
    closeSoon(form, done)
  } catch {
    say('The sandbox does not answer.')
  } finally {
    submitter?.removeAttribute('disabled')
  }
}

/** How long a form shows that it was done before it closes, in ms. */
const shownMs = 1500

/** A form that opens closes again, unless it was used anew meanwhile. */
const closeSoon = (form: HTMLFormElement, done: string): void => {
  const opened = form.closest<HTMLDetailsElement>('details.move')
  if (opened === null || done === '') return
  setTimeout(() => {
    const output = form.querySelector('output')
    const fields = form.querySelectorAll('input, select, textarea')
    if (output?.textContent !== done || [...fields].some(isInUse)) return
    output.textContent = ''
    opened.open = false
  }, shownMs)
}

const requestOf = (method: string, body: object): RequestInit =>
  method === 'DELETE' ? { method } : { method, body: JSON.stringify(body) }

/**
 * `/records/charges/{id}` with the id of the answer, `{data.0.id}` with that of the first in its list; `{next}` alone is
 * an address of the answer. `null` where the answer lacks one of them.
 */
const filled = (address: string, result: unknown): string | null => {
  const whole = /^\{(\w+)\}$/.exec(address)?.[1]
  if (whole !== undefined) return textAt(result, whole)
  const parts = address.split(/(?:\{|%7B)([\w.]+)(?:\}|%7D)/)
  const texts = parts.map((part, i) => (i % 2 === 0 ? part : textAt(result, part)))
  return texts.includes(null)
    ? null
    : texts.map((text, i) => (i % 2 === 0 ? text : encodeURIComponent(text ?? ''))).join('')
}

const textAt = (result: unknown, path: string): string | null => {
  const value = path.split('.').reduce<unknown>((within, name) => Object(within)[name], result)
  return typeof value === 'string' ? value : null
}

/** Dots in a name lead into objects; values of `name[]` are a list. */
type Body = { [name: string]: unknown }

/** The body of a form, added to what it always sends; a text is the reason why there is none. Empty fields are left out. */
const readForm = (form: HTMLFormElement, body: Body): Body | string => {
  for (const [name, given] of new FormData(form)) {
    const text = String(given).trim()
    if (text === '') continue
    const field = form.querySelector<HTMLInputElement>(`[name="${name}"]`)
    const [as = '', digits] = (field?.dataset.as ?? '').split(':')
    const { value = text, problem } = readers[as]?.(text, Number(digits)) ?? {}
    if (problem !== undefined) {
      field?.focus()
      return `${field?.labels?.[0]?.querySelector('span')?.textContent ?? name} ${problem}`
    }
    place(body, name.split('.'), value)
  }
  return body
}

const place = (body: Body, [first = '', ...rest]: readonly string[], value: unknown): void => {
  const list = /^(.+)\[\]$/.exec(first)?.[1]
  if (list !== undefined) body[list] = [...((body[list] as unknown[] | undefined) ?? []), value]
  else if (rest.length === 0) body[first] = value
  else {
    body[first] ??= {}
    place(body[first] as Body, rest, value)
  }
}

interface FieldValue {
  readonly value?: unknown
  readonly problem?: string
}

const readers: Readonly<Record<string, (text: string, digits: number) => FieldValue>> = {
  number: (text) =>
    Number.isFinite(Number(text)) ? { value: Number(text) } : { problem: `must be a number, not ${text}` },
  boolean: (text) => ({ value: text === 'true' }),
  money: readMoney,
}

/** `1,000.50` in subunits, without floating point. */
function readMoney(text: string, digits: number): FieldValue {
  const [, whole = '', part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text.replaceAll(',', '')) ?? []
  if (whole === '' || part.length > digits)
    return { problem: `must be an amount such as ${digits === 0 ? '1,000' : '1,000.50'}, not ${text}` }
  return { value: Number(`${whole}${part.padEnd(digits, '0')}`) }
}
