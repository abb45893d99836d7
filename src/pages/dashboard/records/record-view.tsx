import type { Child } from 'hono/jsx'
import { moneyText } from '../../../kernel/money'
import type { PageKind } from '../../../sandbox/records/records'
import { kindOfId } from '../../../service/resources/registry'
import type { Fact } from '../../facts'
import type { View } from '../frame/view'
import { pageKindOf } from '../parts/links'
import { capitalized, type MoneyProps, Time, titled } from '../parts/values'
import { type Sheet, sheets } from './sheets'

/** What tables, links and its own page say of a record. */
export interface RecordView {
  readonly id: string
  /** Such as `charges`. */
  readonly kind: PageKind
  /** As the API shows it. */
  readonly json: JsonRecord
  readonly state: string | null
  readonly amount: MoneyProps | null
  readonly title: string
  /** Why it failed, as a code. */
  readonly failure: string | null
  readonly createdAt: string
  readonly cells: () => readonly Child[]
  readonly facts: () => readonly Fact[]
}

type JsonRecord = Readonly<Record<string, unknown>>

/** From here on no code asks for the kind: a sheet is used for the records that it is about. */
const sheetOf = (kind: PageKind): Sheet<never> => sheets[kind] ?? { title: () => null }

/** The heads of the further columns of a kind. */
export const headsOf = (kind: PageKind): readonly string[] => Object.keys(sheetOf(kind).columns ?? {})

/** `Charges`, and one of them: `Charge`. */
export const titleOf = (kind: PageKind): string => titled(kind)
export const oneOf = (kind: PageKind): string => titleOf(kind).slice(0, -1)

const textIn = (json: JsonRecord, field: string): string | null => {
  const value = json[field]
  return typeof value === 'string' && value !== '' ? value : null
}

const moneyIn = (json: JsonRecord, field: string, currency: string): MoneyProps | null => {
  const [amount, of] = [json[field], textIn(json, currency)]
  return typeof amount === 'number' && of !== null ? { amount, currency: of } : null
}

/** A record by its kind and id; `null` where there is none. */
export const showRecord = (view: View, kind: PageKind, id: string): RecordView | null => {
  const record = view.mode[kind].get(id) as never
  if (record === undefined) return null
  const json: JsonRecord = record
  const sheet = sheetOf(kind)
  const title = sheet.title(record, view) ?? ''
  const state = sheet.state === undefined ? textIn(json, 'status') : sheet.state(record, view)
  const amount = sheet.amount === undefined ? moneyIn(json, 'amount', 'currency') : sheet.amount(record)
  return {
    id,
    kind,
    json,
    state,
    amount,
    title,
    failure: textIn(json, 'failure_code'),
    createdAt: textIn(json, 'created_at') ?? '',
    cells: () => Object.values(sheet.columns ?? {}).map((cell) => cell(record, view)),
    facts: () => [
      ...(sheet.facts?.(record, view) ?? []),
      ...factsOf(
        json,
        [title, ...title.split(/ · | ···· /), state, amount && textOf(amount)],
        sheet.hides?.(record) ?? [],
      ),
    ],
  }
}

/** A record of any kind, by its id. */
export const showById = (view: View, id: string): RecordView | null => {
  const kind = pageKindOf(id)
  return kind === null ? null : showRecord(view, kind, id)
}

const textOf = ({ amount, currency }: MoneyProps): string => moneyText(amount, currency)

/** What every record has, and what is said elsewhere on its page. */
const common = [
  ...['object', 'id', 'location', 'created_at', 'amount', 'currency', 'funding_currency', 'status'],
  ...['failure_code', 'failure_message'],
]

const upper: readonly string[] = ['ip', 'id', 'uri', 'vat']

/** `Paid` for `paid_at`, `Fee VAT` for `fee_vat`. */
const labelOf = (field: string): string =>
  capitalized(
    field
      .replace(/_at$/, '')
      .split('_')
      .map((word) => (upper.includes(word) ? word.toUpperCase() : word))
      .join(' '),
  )

/** The fields of a record that say something which is not said above: no flags, for which the state stands, and no ids. */
const factsOf = (
  json: JsonRecord,
  said: readonly (string | null)[],
  hides: readonly string[],
): readonly Fact[] => {
  const [code, message] = [textIn(json, 'failure_code'), textIn(json, 'failure_message')]
  const fields = kindOfId(String(json.id))?.reader?.fields ?? {}
  const shown = Object.entries(json).flatMap(([name, value]): readonly Fact[] => {
    if (common.includes(name) || hides.includes(name)) return []
    const text = textIn(json, name)
    if (text === null) {
      if (typeof value !== 'number' || value === 0) return []
      const money = moneyIn(json, name, fields[name]?.currency ?? '')
      if (money === null) return [[labelOf(name), value]]
      return said.includes(textOf(money)) ? [] : [[labelOf(name), textOf(money)]]
    }
    if (said.includes(text) || pageKindOf(text) !== null) return []
    if (name.endsWith('_at')) return [[labelOf(name), <Time at={text} />]]
    return [[labelOf(name), /^https?:/.test(text) ? <a href={text}>{text}</a> : text]]
  })
  return [...shown, ['Failure', [code, message].filter(Boolean).join(': '), 'bad']]
}
