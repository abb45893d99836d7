import type { ScriptFacts } from '../facts'
import { say } from './calls'

/** What a page gives to `OmiseCard`, or says in data attributes of the script tag. */

declare const facts: ScriptFacts

export type CardOptions = Readonly<Record<string, unknown>>

/** Names that mean the same. */
const otherNames: Readonly<Record<string, string>> = {
  key: 'publicKey',
  logo: 'image',
  locationField: 'location',
}

/** Options without those that are not set, which would hide what was set before. */
export const optionsIn = (given: unknown): CardOptions =>
  Object.fromEntries(
    Object.entries(Object(given))
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [otherNames[name] ?? name, value]),
  )

export const textIn = (options: CardOptions, name: string): string => String(options[name] ?? '').trim()

/** Pages write `yes` and `no`, `true` and `false`, as text or not. */
export const isOn = (value: unknown): boolean => /^(?:yes|true|1)$/i.test(String(value))

/** A function among the options. */
export const callbackIn = (
  options: CardOptions,
  name: string,
): ((...values: unknown[]) => unknown) | null => {
  const value = options[name]
  return typeof value === 'function' ? (...values) => value(...values) : null
}

/** Whether no money is asked for: the shop saves the card. */
export const isToSave = (options: CardOptions): boolean => /^0*$/.test(textIn(options, 'amount'))

/** The amount as money, such as `THB 1,250.00`; empty for none, and for a card to save. */
export const moneyIn = (options: CardOptions, locale: string): string => {
  const amount = Number(textIn(options, 'amount') || 0)
  if (!Number.isSafeInteger(amount) || amount < 0)
    say(
      `OmiseCard: the amount must be a whole number of subunits, such as 10025 for THB 100.25; it is ${String(options.amount)}`,
    )
  if (!(amount > 0) || !Number.isFinite(amount) || isOn(options.hideAmount)) return ''
  const currency = textIn(options, 'currency').toUpperCase() || 'THB'
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' })
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
  } catch {
    say(`OmiseCard: ${JSON.stringify(options.currency)} is no currency: write three letters, such as THB`)
    return ''
  }
}

const methods = facts.methods.map(([type, name, asksFor = [], months = []]) => {
  return { type, name, asksFor, months }
})
export type SourceMethod = (typeof methods)[number]

/** A line in the list of methods: cards, one type of source, or a group of banks. */
export interface MethodRow {
  /** `card`, a type, or the name of a group. */
  readonly id: string
  /** Types of the sources; none for cards. */
  readonly types: readonly SourceMethod[]
}

const groups = ['internet_banking', 'mobile_banking', 'installment'] as const
export type Group = (typeof groups)[number]
export const isGroup = (id: string): id is Group => groups.some((group) => group === id)

const groupOf = (type: string): string => groups.find((group) => type.startsWith(`${group}_`)) ?? type

/** Names of pages for Japanese convenience stores and banks, which are one type of source. */
const sameAs: Readonly<Record<string, string>> = {
  credit_card: 'card',
  convenience_store: 'econtext',
  pay_easy: 'econtext',
  net_banking: 'econtext',
}

/** `internet_banking(scb, ktb)`: its name, and what stands in the brackets. */
const parts = (name: string): readonly [string, readonly string[] | null] => {
  const [, group = name, inside] = /^([\w-]+)\s*(?:\((.*)\))?$/.exec(name) ?? []
  return [group, inside?.match(/[\w-]+/g) ?? null]
}

const typesOf = (name: string): readonly SourceMethod[] => {
  const [group, members] = parts(name)
  const type = sameAs[group] ?? group
  const wanted = members?.map((member) => (member.startsWith(group) ? member : `${group}_${member}`))
  return methods.filter((method) =>
    wanted === undefined
      ? method.type === type || groupOf(method.type) === type
      : wanted.includes(method.type),
  )
}

/** The methods of the options: the default first, each once, banks of a group together. Without any, cards. */
export const methodRows = (options: CardOptions): readonly MethodRow[] => {
  const names = [options.defaultPaymentMethod ?? 'card', options.otherPaymentMethods]
    .flatMap((given) => String(given ?? '').match(/[\w-]+(?:\s*\([^)]*\))?/g) ?? [])
    .map((name) => name.trim())
  const rows = new Map<string, SourceMethod[]>()
  const missing: string[] = []
  for (const name of names) {
    const types = typesOf(name)
    if (sameAs[name] === 'card' || name === 'card') rows.set('card', [])
    else if (types.length === 0) missing.push(name)
    for (const type of types) {
      const row = rows.get(groupOf(type.type)) ?? []
      if (!row.includes(type)) rows.set(groupOf(type.type), [...row, type])
    }
  }
  if (missing.length > 0) say(`omise.js of the sandbox has no ${missing.join(', ')}: the form leaves it out`)
  if (rows.size === 0) rows.set('card', [])
  return [...rows].map(([id, types]) => ({ id, types }))
}
