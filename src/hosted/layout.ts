import { html, raw } from 'hono/html'
import type { AppContext } from '../http/env'
import { pageHeaders } from '../http/page-headers'
import { send, setHeader } from '../http/send'
import style from './payer.css?asset'

/** The layout of all pages for payers. It has no script and loads nothing from other hosts, so pages work offline. */
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
