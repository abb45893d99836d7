import { html, raw } from 'hono/html'
import type { AppContext } from '../http/env'
import { pageHeaders } from '../http/page-headers'
import { send, setHeader } from '../http/send'
import { palette } from './palette'

/** The layout of all pages for payers. It has no script and loads nothing from other hosts, so pages work offline. */
const style = `${palette}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--back);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { width: min(26rem, 100%); padding: 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: 12px }
h1 { margin: 0; font-size: 1.05rem; font-weight: 600 }
p { margin: .25rem 0 0; color: var(--soft) }
.amount { margin: 1.25rem 0; font-size: 2.25rem; font-weight: 650; letter-spacing: -.02em; color: var(--ink);
  font-variant-numeric: tabular-nums }
dl { display: grid; grid-template-columns: auto 1fr; gap: .35rem 1rem; margin: 0 0 1.75rem; padding-top: 1.25rem;
  border-top: 1px solid var(--line); font-size: .9rem }
dt { color: var(--soft) }
dd { margin: 0; text-align: right; overflow-wrap: anywhere }
form { display: grid; gap: .75rem; margin-top: 1.25rem }
button { padding: .8rem; border: 1px solid transparent; border-radius: 8px; font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible { outline: 3px solid var(--soft); outline-offset: 2px }
.other { background: none; border-color: var(--line); color: inherit }
a { color: inherit }
label { display: grid; gap: .25rem; font-size: .85rem; color: var(--soft) }
input { width: 100%; padding: .7rem .8rem; border: 1px solid var(--line); border-radius: 8px; background: var(--back);
  color: var(--ink); font: inherit; font-size: 1rem; font-variant-numeric: tabular-nums }
input:focus-visible { outline: 3px solid var(--soft); outline-offset: 1px }
input::placeholder { color: var(--soft); opacity: .7 }
.row { display: grid; grid-template-columns: repeat(3, 1fr); gap: .75rem }
.alert { margin: 0 0 1rem; padding: .6rem .8rem; border: 1px solid var(--bad); border-radius: 8px; color: var(--bad) }
.code { display: block; width: min(14rem, 100%); margin: 1.25rem auto 0; padding: .5rem; border-radius: 8px; background: #fff }
.good { background: #0b6b4b; color: #fff }
.bad { background: none; border-color: var(--line); color: var(--bad) }
footer { margin-top: 1.5rem; font-size: .8rem; color: var(--soft) }
`

export const page = (title: string, content: ReturnType<typeof html>): string =>
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body><main>${content}</main></body>
</html>
`)

interface Sending {
  readonly status?: number
  /** URLs that a form of the page may be sent to. Browsers apply this to redirects too. */
  readonly leadsTo?: readonly string[]
  /** Whether shops may show the page in a frame, as they do with pages of banks. */
  readonly inFrames?: boolean
}

/** Answers with a page; it is empty for a redirect. */
export const sendPage = (
  context: AppContext,
  text: string,
  { status = 200, leadsTo = [], inFrames = false }: Sending = {},
): Response => {
  const places = ["'self'", ...leadsTo.map(placeOf)].join(' ')
  const more = `img-src 'self'; form-action ${places}; frame-ancestors ${inFrames ? '*' : "'none'"}`
  for (const [name, value] of Object.entries(pageHeaders(style, more))) setHeader(context, name, value)
  return send(context, status, text)
}

/** An origin, or the scheme of an app. */
const placeOf = (uri: string): string => {
  const { origin, protocol } = new URL(uri)
  return origin === 'null' ? protocol : origin
}
