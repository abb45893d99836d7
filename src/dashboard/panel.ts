import { html } from 'hono/html'
import type { Html } from './page'

/** What the panels of pages are made of. */

/** `2026-01-15 09:00:00` */
export const timeOf = (iso: string): string => iso.slice(0, 19).replace('T', ' ')

interface ButtonAction {
  readonly method?: 'POST' | 'DELETE'
  readonly body?: object
  /** A question that the user must confirm first. */
  readonly ask?: string
}

/** An action of the control plane; the script sends it. */
export const button = (
  name: string,
  path: string,
  { method = 'POST', body = {}, ask = '' }: ButtonAction = {},
): Html =>
  html`<button type="button" data-path="${path}" data-method="${method}" data-body="${JSON.stringify(body)}" data-ask="${ask}">${name}</button> `

/** A line for each record, which opens to show it whole and stays open when the page updates itself. */
export const lines = <T extends { readonly id: string }>(
  all: readonly T[],
  none: string,
  summary: (one: T) => Html,
): Html =>
  all.length === 0
    ? html`<p class="soft">${none}</p>`
    : html`${all.map((one) => html`<details id="${one.id}"><summary>${summary(one)}</summary><pre>${JSON.stringify(one, null, 2)}</pre></details>`)}`
