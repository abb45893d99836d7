import palette from '../../hosted/palette.css?asset'
import type { Coverage, CoverageArea } from './coverage'
import { areasOf, percentOf } from './summary'

/** The report as a page of its own: no script, nothing is fetched, light and dark, wide and narrow. */
export const coverageStyle = `${palette}
body { margin: 0; padding: 1.5rem 1rem 3rem; background: var(--back); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 62rem; margin: 0 auto }
h1 { margin: 0 0 1rem; font-size: 1.25rem }
nav { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .75rem }
nav a, section { background: var(--paper); border: 1px solid var(--line); border-radius: 10px }
nav a { padding: .75rem 1rem; color: inherit; text-decoration: none }
nav a:focus-visible, summary:focus-visible { outline: 3px solid var(--soft); outline-offset: 2px }
nav strong { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums }
nav span, td.count, .note { color: var(--soft) }
meter { width: 100%; height: .6rem }
section { margin-top: 1.25rem; padding: 1rem }
h2 { margin: 0 0 .25rem; font-size: 1.05rem }
.note { margin: 0 0 .75rem }
table { width: 100%; border-collapse: collapse; font-size: .9rem }
td { padding: .3rem .25rem; border-top: 1px solid var(--line); overflow-wrap: anywhere }
td.count { width: 6rem; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
tr.none td.count { color: var(--bad); font-weight: 600 }
details { margin-top: .75rem }
summary { cursor: pointer; color: var(--good) }
`

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')

const table = (rows: CoverageArea['rows']): string => {
  const lines = rows.map(
    ({ name, count }) =>
      `<tr${count === 0 ? ' class="none"' : ''}><td>${escaped(name)}</td><td class="count">${count === 0 ? 'never' : `${count} ×`}</td></tr>`,
  )
  return `<table><tbody>${lines.join('')}</tbody></table>`
}

type Area = ReturnType<typeof areasOf>[number]

const tile = (area: Area): string =>
  `<a href="#${area.name}"><span>${area.title}</span><strong>${percentOf(area)} %</strong><meter min="0" max="${area.total}" value="${area.covered}" aria-label="${area.title}"></meter><span>${area.covered} of ${area.total}</span></a>`

const section = (area: Area): string => {
  const missing = area.rows.filter(({ count }) => count === 0)
  const seen = area.rows.filter(({ count }) => count > 0)
  const parts = [
    missing.length === 0 ? '<p class="note">All of them were exercised.</p>' : table(missing),
    ...(seen.length === 0
      ? []
      : [`<details><summary>${seen.length} that were exercised</summary>${table(seen)}</details>`]),
  ]
  return `<section id="${area.name}"><h2>${area.title}</h2>${parts.join('')}</section>`
}

export const coveragePage = (coverage: Coverage): string => {
  const areas = areasOf(coverage)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Coverage of the payment service</title>
<style>${coverageStyle}</style>
</head>
<body><main>
<h1>What was exercised of the payment service</h1>
<nav>${areas.map(tile).join('')}</nav>
${areas.map(section).join('\n')}
</main></body>
</html>
`
}
