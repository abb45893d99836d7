import type { OfferedCard, ScriptFacts } from '../facts'
import { type Attributes, type ControlKind, field, type LabelledField, make } from './dom'
import { type CardOptions, isGroup, isOn, type MethodRow, type SourceMethod, textIn } from './options'
import type { Words } from './words'

/** What the form asks for, by payment method. */

declare const facts: ScriptFacts

/** What a customer entered. */
export interface EnteredPayment {
  /** The type of the source; `null` for a card. */
  readonly type: string | null
  /** The parameters of the card, or of the source. */
  readonly fields: CardOptions
  readonly remember: boolean
}

interface PanelRequest {
  readonly options: CardOptions
  readonly words: Words
}

const digitsIn = (text: string): string => text.replace(/\D/g, '')

const spacedNumber = (text: string): string => {
  const digits = digitsIn(text)
  const groups = /^3[47]/.test(digits) ? /^(\d{0,4})(\d{0,6})(\d*)/ : /^(\d{0,4})(\d{0,4})(\d{0,4})(\d*)/
  return (groups.exec(digits) ?? []).slice(1).filter(Boolean).join(' ')
}

const slashedDate = (text: string): string =>
  /^\d{3,6}$/.test(text) ? `${text.slice(0, 2)}/${text.slice(2)}` : text

/** The fields of a line in the list, with how they become parameters. */
export interface Panel {
  readonly row: MethodRow
  readonly fields: readonly LabelledField[]
  readonly element: HTMLElement
  readonly read: () => Pick<EnteredPayment, 'type' | 'fields'>
}

const textOf = (fields: readonly LabelledField[], name: string): string =>
  fields.find((one) => one.name === name)?.control.value.trim() ?? ''

export const cardPanel = (row: MethodRow, { words, options }: PanelRequest): Panel => {
  const numbers = { inputmode: 'numeric' }
  const isSpaced = !/^(?:no|false)$/i.test(textIn(options, 'autoCardNumberFormat'))
  const fields = [
    field('card-number', 'cardNumber', words.cardNumber, {
      attributes: {
        ...numbers,
        autocomplete: 'cc-number',
        placeholder: '4242 4242 4242 4242',
        maxlength: '23',
      },
      ...(isSpaced ? { format: spacedNumber } : {}),
    }),
    field('card-name', 'nameOnCard', words.nameOnCard, { attributes: { autocomplete: 'cc-name' } }),
    field('card-expiry', 'expiryDate', words.expiryDate, {
      attributes: { ...numbers, autocomplete: 'cc-exp', placeholder: 'MM/YY', maxlength: '7' },
      format: slashedDate,
    }),
    field('card-code', 'securityCode', words.securityCode, {
      attributes: { ...numbers, autocomplete: 'cc-csc', placeholder: '•••', maxlength: '4' },
    }),
  ]
  if (isOn(options.location))
    fields.push(
      field('card-city', 'city', words.city, { attributes: { autocomplete: 'address-level2' } }),
      field('card-postal', 'postalCode', words.postalCode, { attributes: { autocomplete: 'postal-code' } }),
    )
  const read = () => {
    const [, month = '', year = ''] =
      /^(\d{1,2})\s*\/?\s*(\d{4}|\d\d)$/.exec(textOf(fields, 'expiryDate')) ?? []
    const place = isOn(options.location)
      ? { city: textOf(fields, 'city'), postal_code: textOf(fields, 'postalCode') }
      : {}
    const card = {
      name: textOf(fields, 'nameOnCard'),
      number: digitsIn(textOf(fields, 'cardNumber')),
      // What is no date is refused by the vault, and shown at the field.
      expiration_month: month || '0',
      expiration_year: year || '0',
      security_code: textOf(fields, 'securityCode'),
    }
    return { type: null, fields: { ...card, ...place } }
  }
  const elements = fields.map(({ element }) => element)
  return {
    row,
    fields,
    read,
    element: make('div', { class: 'panel' }, testCards(fields, words), ...elements),
  }
}

/** A list that fills the fields with a card of the sandbox. */
const testCards = (fields: readonly LabelledField[], words: Words): HTMLElement => {
  const option = ({ value, does, number }: OfferedCard) =>
    make('option', { value }, `${does} · ${spacedNumber(number)}`)
  const list = make(
    'select',
    { id: 'test-card', name: 'testCard' },
    make('option', { value: '' }, words.ownCard),
    ...facts.cards.map(option),
  )
  list.addEventListener('change', () => {
    const card = facts.cards.find(({ value }) => value === list.value)
    if (card === undefined) return
    const values = [
      spacedNumber(card.number),
      facts.holder,
      card.expiry ?? facts.expiry,
      '123',
      'Bangkok',
      '10320',
    ]
    fields.forEach(({ control, show }, i) => {
      control.value = values[i] ?? ''
      show('')
    })
  })
  return make('div', { class: 'field testCard' }, make('label', { for: 'test-card' }, words.testCard), list)
}

const attributesOf: Readonly<Record<string, Attributes>> = {
  phone_number: { type: 'tel', inputmode: 'tel', autocomplete: 'tel' },
  email: { type: 'email', autocomplete: 'email' },
  name: { autocomplete: 'name' },
}

/** The name of a bank, without that of its group. */
const memberName = ({ name }: SourceMethod): string => name.replace(/^.*?, /, '')

export const sourcePanel = (row: MethodRow, { words, options }: PanelRequest): Panel => {
  const [first] = row.types
  const idOf = (name: string): string => `${row.id}-${name}`
  const labels: Readonly<Record<string, unknown>> = words
  const fieldFor = (name: string): LabelledField => {
    const choices: ControlKind =
      name === 'bank'
        ? { choices: [['', ''], ...facts.banks] }
        : name === 'installment_term'
          ? { choices: termsOf(first) }
          : { attributes: attributesOf[name] ?? {} }
    const made = field(idOf(name), name, String(labels[name]), choices)
    if (made.control instanceof HTMLInputElement) made.control.value = textIn(options, name)
    return made
  }
  const members = row.types.map((type) => [type.type, memberName(type)] as const)
  const member = field(idOf('member'), 'member', words.bank, { choices: members })
  const asked = (first?.asksFor ?? []).filter((name) => name in words).map(fieldFor)
  const isOne = row.types.length === 1
  const fields = isOne ? asked : [member, ...asked]
  member.control.addEventListener('change', () => {
    const chosen = row.types.find(({ type }) => type === member.control.value)
    const options = termsOf(chosen).map(([value, text]) => make('option', { value }, text))
    asked.find(({ name }) => name === 'installment_term')?.control.replaceChildren(...options)
  })
  const read = () => ({
    type: isOne ? (first?.type ?? '') : member.control.value,
    fields: Object.fromEntries(asked.map(({ name, control }) => [name, control.value.trim()])),
  })
  return {
    row,
    fields,
    read,
    element: make('div', { class: 'panel' }, ...fields.map(({ element }) => element)),
  }
}

const termsOf = (method: SourceMethod | undefined): readonly (readonly [string, string])[] =>
  (method?.months ?? []).map((months) => [String(months), String(months)])

export const rowName = ({ id, types }: MethodRow, words: Words): string => {
  const [first] = types
  if (first === undefined) return words.card
  if (!isGroup(id)) return first.name
  return types.length === 1 ? `${words[id]}, ${memberName(first)}` : words[id]
}

/** The words of a refusal that belong to a field. */
const patterns: Readonly<Record<string, RegExp>> = {
  cardNumber: /(?:^|[^_])number\b|\bbrand\b/,
  expiryDate: /\bexpiration/,
  securityCode: /security.code/,
  nameOnCard: /\bname\b/,
  postalCode: /postal.code/,
}

export const patternOf = (name: string): RegExp =>
  patterns[name] ?? new RegExp(`\\b${name.replace('_', '[ _]')}\\b`)
