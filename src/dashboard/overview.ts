import { html } from 'hono/html'
import type { Clock } from '../library/clock/clock'
import type { Sandbox } from '../library/surface'
import { answerPage, type Html } from './page'
import { button, lines, timeOf } from './panel'
import { placeOf, type Whose } from './places'
import { liveScript } from './script'

/** An overview of a sandbox; the page updates itself while it is open. */
export interface Overview {
  readonly version: string
  readonly sandbox: Pick<Sandbox, 'url' | 'vaultUrl'>
  readonly clock: Pick<Clock, 'now' | 'frozen'>
  /** The account and mode that the page shows. */
  readonly shown: Whose
  readonly accounts: readonly AccountLine[]
  readonly counts: readonly { readonly name: string; readonly count: number }[]
  /** Newest first. */
  readonly requests: readonly RequestLine[]
  readonly events: readonly EventLine[]
  readonly faults: readonly { readonly id: string; readonly hits: number }[]
}

export interface AccountLine {
  readonly id: string
  readonly about: string
  /** Secret ones are masked. */
  readonly keys: readonly string[]
}

export interface RequestLine {
  readonly id: string
  readonly at: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly error: string | null
}

export interface EventLine {
  readonly id: string
  readonly key: string
  readonly created_at: string
}

const clock = ({ now, frozen }: Overview['clock']): Html => html`<section><h2>Clock</h2>
<p><strong>${timeOf(now().toISOString())} UTC</strong> <span class="soft">${frozen ? 'stopped: it moves only on request' : 'runs'}</span></p>
<p>${['1h', '1d', '7d', '30d'].map((advance) => button(`+ ${advance}`, '/clock', { body: { advance } }))}
${frozen ? button('resume', '/clock', { body: { freeze: false } }) : button('freeze', '/clock', { body: { freeze: true } })}</p></section>`

const where = ({
  sandbox: { url, vaultUrl },
}: Overview): Html => html`<section><h2>Where</h2><div class="scroll"><table>
<tr><th>API</th><td><code>${url}</code></td></tr>
<tr><th>Vault</th><td><code>${vaultUrl}</code></td></tr>
<tr><th>Data</th><td><a href="/_sandbox/catalogue">catalogue</a>, <a href="/_sandbox/openapi.json">OpenAPI</a>,
<a href="/_sandbox/requests">requests</a>, <a href="/_sandbox/deliveries">deliveries</a>, <a href="/_sandbox/state">state</a></td></tr>
</table></div><p>${button('reset all', '/reset', { ask: 'Back to the state of the start, for all accounts?' })}</p></section>`

const modeLink = ({ account, livemode }: Whose, shown: Whose): Html => {
  const name = livemode ? 'live' : 'test'
  return account === shown.account && livemode === shown.livemode
    ? html`<strong>${name}</strong>`
    : html`<a href="/_sandbox/?account=${encodeURIComponent(account)}&livemode=${livemode}">${name}</a>`
}

const accounts = ({ accounts: all, shown }: Overview): Html =>
  html`<section><h2>Accounts</h2><div class="scroll"><table>${all.map(
    ({
      id,
      about,
      keys,
    }) => html`<tr><td><code>${id}</code></td><td>${about}</td><td>${keys.map((key) => html`<code>${key}</code> `)}</td>
<td>${modeLink({ account: id, livemode: false }, shown)} ${modeLink({ account: id, livemode: true }, shown)}</td></tr>`,
  )}</table></div></section>`

const requests = ({ requests: all }: Overview): Html =>
  html`<section><h2>Requests</h2>${lines(
    all,
    'None yet.',
    ({
      at,
      method,
      path,
      status,
      error,
    }) => html`<span class="soft">${timeOf(at).slice(11)}</span> <b>${method}</b> <code>${path}</code>
<span class="${status >= 200 && status < 400 ? 'good' : 'bad'}">${status === 0 ? 'cut off' : status}</span> <span class="soft">${error ?? ''}</span>`,
  )}</section>`

const events = ({ events: all }: Overview): Html =>
  html`<section><h2>Events</h2>${lines(
    all,
    'None yet.',
    ({ created_at, key }) => html`<span class="soft">${timeOf(created_at)}</span> ${key}`,
  )}</section>`

const faults = ({ faults: all, shown }: Overview): Html =>
  html`<section><h2>Faults</h2>${lines(
    all,
    'None: nothing goes wrong unless it should.',
    ({ id, hits }) => html`<code>${id}</code> <span class="soft">${hits} hits</span>`,
  )}${
    all.length === 0
      ? ''
      : html`<p>${button('clear', `/faults?${new URLSearchParams({ account: shown.account, livemode: String(shown.livemode) })}`, { method: 'DELETE' })}</p>`
  }</section>`

export const overviewPage = (overview: Overview): Response => {
  const { version, counts, shown } = overview
  const content = html`<h1>payment-sandbox ${version}</h1>
<p class="soft"><code>${shown.account}</code> in ${shown.livemode ? 'live' : 'test'} mode</p>
<div class="halves">${clock(overview.clock)}${where(overview)}</div>
<section><h2>Records</h2><ul class="tiles">${counts.map(
    ({ name, count }) =>
      html`<li><a href="${placeOf(shown, name)}"><strong>${count}</strong> ${name}</a></li>`,
  )}</ul></section>
<div class="halves">${requests(overview)}${events(overview)}</div>
${accounts(overview)}${faults(overview)}`
  return answerPage({ title: 'Overview', here: '/_sandbox/', content, script: liveScript })
}
