import { raw } from 'hono/html'
import { SandboxError } from '../../kernel/sandbox-error'
import style from './coverage.css?asset'
import type { Coverage, CoverageArea } from './schema'
import { areasOf, coverageText, percentOf } from './summary'

export { style as coverageStyle }

const Rows = ({ rows }: Pick<CoverageArea, 'rows'>) => (
  <table>
    <tbody>
      {rows.map(({ name, count }) => (
        <tr>
          <td>{name}</td>
          <td class="number soft">{count === 0 ? 'never' : `${count} ×`}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

interface AreaProps {
  readonly area: ReturnType<typeof areasOf>[number]
}

const Tile = ({ area }: AreaProps) => (
  <a class="card" href={`#${area.name}`}>
    <span class="soft">{area.title}</span>
    <strong>{percentOf(area)} %</strong>
    <meter min={0} max={area.total} value={area.covered} aria-label={area.title} />
    <span class="soft">
      {area.covered} of {area.total}
    </span>
  </a>
)

const Section = ({ area }: AreaProps) => {
  const missing = area.rows.filter(({ count }) => count === 0)
  const seen = area.rows.filter(({ count }) => count > 0)
  return (
    <section id={area.name}>
      <h2>{area.title}</h2>
      {missing.length === 0 ? <p class="soft">All of them were exercised.</p> : <Rows rows={missing} />}
      {seen.length === 0 ? null : (
        <details id={`${area.name}-seen`}>
          <summary>{seen.length} that were exercised</summary>
          <Rows rows={seen} />
        </details>
      )}
    </section>
  )
}

/** All areas: what was not used first. */
export const CoverageAreas = ({ of }: { readonly of: Coverage }) => {
  const areas = areasOf(of)
  return (
    <div class="coverage">
      <nav aria-label="Areas">
        {areas.map((area) => (
          <Tile area={area} />
        ))}
      </nav>
      {areas.map((area) => (
        <Section area={area} />
      ))}
    </div>
  )
}

/** The report as a single file: no script, nothing is fetched, light and dark, wide and narrow. */
const coveragePage = (coverage: Coverage): string => {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Coverage of the payment service</title>
        <style>{raw(style)}</style>
      </head>
      <body>
        <main>
          <h1>What was exercised of the payment service</h1>
          <CoverageAreas of={coverage} />
        </main>
      </body>
    </html>
  )
  return `<!doctype html>${page}`
}

/** The report in the given format; as data by default. @throws SandboxError `invalid_option` for another format */
export const coverageIn = (
  format: 'json' | 'text' | 'html' | undefined,
  coverage: Coverage,
): Coverage | string => {
  if (format === undefined || format === 'json') return coverage
  if (format !== 'html' && format !== 'text')
    throw new SandboxError(
      'invalid_option',
      `format: must be json, text or html, not "${String(format).slice(0, 60)}"`,
    )
  return format === 'html' ? coveragePage(coverage) : coverageText(coverage)
}
