import { html, raw } from 'hono/html'
import palette from '../hosted/palette.css?asset'
import { uuid } from '../kernel/digest'

/** The common parts of the pages under /_sandbox. They load nothing from other servers and show all data as text. */
const style = `${palette}
body { margin: 0; background: var(--back); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
header { position: sticky; top: 0; z-index: 1; background: var(--paper); border-bottom: 1px solid var(--line) }
header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; max-width: 76rem; margin: 0 auto; padding: .7rem 1rem }
header a { color: var(--soft); text-decoration: none }
header a[aria-current] { color: var(--ink); font-weight: 600 }
main { max-width: 76rem; margin: 0 auto; padding: 1.25rem 1rem 4rem }
h1 { margin: 0 0 .25rem; font-size: 1.35rem }
h2 { margin: 0 0 .5rem; font-size: 1.05rem }
h3 { margin: 1.1rem 0 .25rem; font-size: .8rem; font-weight: 600; color: var(--soft) }
p { margin: .25rem 0 .75rem; max-width: 60rem }
.soft { color: var(--soft) }
.good { color: var(--good) }
.bad { color: var(--bad) }
a { color: var(--good) }
section { margin-top: 1.25rem; padding: 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: 10px }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
pre { margin: .25rem 0; padding: .6rem .75rem; overflow-x: auto; background: var(--back); border: 1px solid var(--line);
  border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: .9rem }
th { text-align: left; font-weight: 600; color: var(--soft) }
th, td { padding: .3rem .75rem .3rem 0; vertical-align: top; border-top: 1px solid var(--line) }
td { overflow-wrap: anywhere }
td:first-child { white-space: nowrap }
.rows td { overflow-wrap: normal }
.rows td:last-child { white-space: nowrap }
tr:first-child > * { border-top: 0 }
.number { padding-right: 1.5rem; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: .6rem; padding: 0; list-style: none }
.tiles li { padding: .6rem .8rem; border: 1px solid var(--line); border-radius: 8px }
.tiles a { color: inherit; text-decoration: none }
.tiles strong { display: block; font-size: 1.3rem; font-variant-numeric: tabular-nums }
details { border-top: 1px solid var(--line) }
details details { border: 0 }
summary { padding: .5rem 0; cursor: pointer; overflow-wrap: anywhere }
summary:focus-visible, a:focus-visible, button:focus-visible { outline: 3px solid var(--soft); outline-offset: 2px }
summary b { display: inline-block; min-width: 4.2rem; font: 600 .75rem ui-monospace, Menlo, Consolas, monospace }
[id] { scroll-margin-top: 3.5rem }
button { padding: .3rem .7rem; border: 1px solid var(--line); border-radius: 8px; background: var(--back); color: inherit;
  font: inherit; font-size: .9rem; cursor: pointer }
button:disabled { opacity: .5 }
.toc { display: flex; flex-wrap: wrap; gap: .3rem .9rem; font-size: .9rem }
@media (min-width: 60rem) { .halves { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.25rem } }
`

export type Html = ReturnType<typeof html>

const pages = {
  '/_sandbox/': 'Overview',
  '/_sandbox/docs': 'Operations',
  '/_sandbox/docs?of=control': 'Control plane',
  '/_sandbox/coverage?format=html': 'Coverage',
} as const

export interface PageParts {
  readonly title: string
  /** The entry of the menu that is the current page. */
  readonly here: keyof typeof pages
  readonly content: Html
  readonly script?: string
}

const link = (path: string, name: string, here: string): Html =>
  path === here
    ? html`<a href="${path}" aria-current="page">${name}</a>`
    : html`<a href="${path}">${name}</a>`

/** A header restricts the page to its own style and script and to its own server. */
export const answerPage = ({ title, here, content, script }: PageParts): Response => {
  const nonce = uuid()
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · payment-sandbox</title>
<style nonce="${nonce}">${raw(style)}</style>
</head>
<body>
<header><nav>${Object.entries(pages).map(([path, name]) => link(path, name, here))}</nav></header>
<main>${content}</main>
${script === undefined ? '' : html`<script nonce="${nonce}">${raw(script)}</script>`}
</body>
</html>
`
  return new Response(String(text), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache, no-store',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      // Some browsers identify requests of the page only by their referrer, which the guard checks.
      'referrer-policy': 'same-origin',
    },
  })
}
