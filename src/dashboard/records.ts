import { html, raw } from 'hono/html'
import { answerPage, type Html } from './page'
import { lines } from './panel'
import { placeOf, type Whose } from './places'
import { liveScript } from './script'

/** The fields of the table of records, for those that have them. */
const columns = ['status', 'key', 'amount', 'currency', 'name', 'email', 'description', 'title'] as const

/** A record of any kind. */
export type AnyRecord = { readonly id: string } & {
  readonly [F in (typeof columns)[number] | 'created_at']?: unknown
}

export interface RecordsPage {
  readonly kind: string
  readonly shown: Whose
  /** Newest first, not necessarily all of them. */
  readonly records: readonly AnyRecord[]
  readonly count: number
}

export interface RecordPage {
  readonly kind: string
  readonly shown: Whose
  readonly record: AnyRecord
  /** The latest events about it, newest first. */
  readonly events: readonly { readonly id: string; readonly key: string; readonly created_at: string }[]
}

const whose = ({ account, livemode }: Whose): Html =>
  html`<p class="soft"><code>${account}</code> in ${livemode ? 'live' : 'test'} mode</p>`

/** Numbers are aligned. */
const aligned = (value: unknown) => (typeof value === 'number' ? raw(' class="number"') : '')

const cell = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 80) : ''

export const recordsPage = ({ kind, shown, records, count }: RecordsPage): Response => {
  const fields = columns.filter((field) => records.some((record) => cell(record[field]) !== ''))
  const content = html`<h1>${kind}</h1>${whose(shown)}<section><p class="soft">${
    records.length < count
      ? `The newest ${records.length} of ${count}; the API pages through all.`
      : `${count} in all.`
  }</p><div class="scroll"><table class="rows"><tr><th>id</th>${fields.map((field) => html`<th${aligned(records[0]?.[field])}>${field}</th>`)}<th>created_at</th></tr>${records.map(
    (record) =>
      html`<tr><td><a href="${placeOf(shown, kind, record.id)}"><code>${record.id}</code></a></td>${fields.map(
        (field) => html`<td${aligned(record[field])}>${cell(record[field])}</td>`,
      )}<td class="soft">${cell(record.created_at)}</td></tr>`,
  )}</table></div></section>`
  return answerPage({ title: kind, here: '/_sandbox/', content, script: liveScript })
}

export const recordPage = ({ kind, shown, record, events }: RecordPage): Response => {
  const content = html`<h1><code>${record.id}</code></h1>${whose(shown)}<p><a href="${placeOf(shown, kind)}">all ${kind}</a></p>
<section><h2>As the API shows it</h2><pre>${JSON.stringify(record, null, 2)}</pre></section>
<section><h2>Events about it</h2>${lines(
    events,
    'None among the latest.',
    ({ created_at, key }) => html`<span class="soft">${created_at}</span> ${key}`,
  )}</section>`
  return answerPage({ title: record.id, here: '/_sandbox/', content, script: liveScript })
}
