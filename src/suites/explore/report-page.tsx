/** A report as one page: nothing is fetched, no script runs. */
import { raw } from 'hono/html'
import { type ExploreKind, kindNames, rowOf } from '../../service/faults/kinds'
import { sequenceDrawing } from './drawing'
import { brokenSteps } from './marks'
import { readScenario } from './plan'
import { newFindings, type ReportDetails, type ReportFacts, remarksOf, summaryOf, titleOf } from './report'
import style from './report-page.css?asset'
import { type DrawnRun, drawnRuns, fitting, leftUndrawn, type ReportSize } from './report-runs'
import { leftRows, outcomesOf, type ResultTable, tablesOf } from './report-tables'
import { lanesOf, plainText, stepsOf } from './steps'

const tones: Readonly<Record<string, string>> = {
  ok: 'ok',
  refused: 'refused',
  '-': 'none',
  'not-reached': 'missed',
}

/** What stands between backticks is code. */
const Sentence = ({ text }: { text: string }) => (
  <p>{text.split('`').map((part, i) => (i % 2 === 0 ? part : <code>{part}</code>))}</p>
)

/** Links lead from a scenario to its run. */
type Places = ReadonlyMap<string, string>

const Table = ({ table: { title, kinds, rows }, places }: { table: ResultTable; places: Places }) => (
  <section class="scroll" tabindex={0} aria-label={title}>
    <table>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          {kinds.map((kind) => (
            <th scope="col">{kind}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells }) => (
          <tr>
            <th scope="row">{name}</th>
            {cells.map(({ scenario, text }) => {
              const place = places.get(scenario)
              return (
                <td class={tones[text] ?? 'found'}>
                  {place === undefined ? text : <a href={`#${place}`}>{text}</a>}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

/** What the names of the tables mean. */
const Legend = ({ kinds }: { kinds: readonly ExploreKind[] }) => (
  <dl>
    {kinds.map((kind) => (
      <div>
        <dt>{kind}</dt>
        <dd>{rowOf(kind).text}</dd>
      </div>
    ))}
  </dl>
)

const drawnMax = 160

interface RunProps {
  readonly run: DrawnRun
  readonly place: string
  readonly size: ReportSize
}

const Run = ({ run: { scenario, findings, story }, place, size: { steps, letters } }: RunProps) => (
  <article class="card" id={place}>
    <h2>{scenario}</h2>
    {readScenario(scenario)?.failures.map(({ point, kind }) => (
      <p>
        <code>{point}</code>: {rowOf(kind).text}.
      </p>
    ))}
    {findings.map(({ number, rule, message }) => (
      <p class="finding">
        <strong>
          {number}. {rule}
        </strong>{' '}
        {plainText(message, letters)}
      </p>
    ))}
    {story === null ? null : (
      <figure class="scroll" tabindex={0}>
        {sequenceDrawing(lanesOf(story), stepsOf(story, brokenSteps(story, findings)), {
          title: `The run ${scenario}`,
          broke: findings.map(
            ({ rule, message }) => `${rule.toUpperCase()}: ${plainText(message, drawnMax)}`,
          ),
          most: steps,
        })}
      </figure>
    )}
  </article>
)

const Head = ({ title }: { title: string }) => (
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta
      http-equiv="content-security-policy"
      content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    />
    <link rel="icon" href="data:," />
    <title>{title}</title>
    <style>{raw(style)}</style>
  </head>
)

const pageOf = (report: ReportFacts, details: ReportDetails, size: ReportSize): string => {
  const tables = tablesOf(report, size.most)
  const runs = drawnRuns(report, details, size)
  const places = new Map(runs.map(({ scenario }, i) => [scenario, `run-${i + 1}`]))
  const failures = report.scenarios.flatMap(({ name }) => readScenario(name)?.failures ?? [])
  const tried = new Set(failures.map(({ kind }) => kind))
  const page = (
    <html lang="en">
      <Head title={titleOf(report)} />
      <body>
        <main>
          <h1 class={report.ok && outcomesOf(report).held > 0 ? 'held' : undefined}>{titleOf(report)}</h1>
          <p>
            A flow of a shop ran once as it is, and then once for each thing that can go wrong at one of its
            calls to the payment service or at one of the webhooks that come back. A cell says how such a run
            ended.
          </p>
          {summaryOf(report).map((text) => (
            <Sentence text={text} />
          ))}
          <div class="card">
            {tables.map((table) => (
              <Table table={table} places={places} />
            ))}
            {[...leftRows(tables), ...remarksOf(report, details.once)].map((text) => (
              <Sentence text={text} />
            ))}
          </div>
          {runs.map((run, i) => (
            <Run run={run} place={`run-${i + 1}`} size={size} />
          ))}
          {[...leftUndrawn(report, runs), ...newFindings(report).rest].map((text) => (
            <p class="soft">{text}</p>
          ))}
          <section>
            <h2>What was tried, one thing in each run</h2>
            <Legend kinds={kindNames.filter((kind) => tried.has(kind))} />
            <p class="soft">
              <code>#1</code> is the first call or webhook of its name in a run.
            </p>
          </section>
          <footer class="soft">
            Made by <strong>payment-sandbox explore</strong>. <code>payment-sandbox docs explore</code> says
            how each kind of finding is mended.
          </footer>
        </main>
      </body>
    </html>
  )
  return `<!doctype html>${page}`
}

const bytesMax = 150_000

/** The report as a single file: light and dark, wide and narrow, on a screen and printed. */
export const reportPage = (report: ReportFacts, details: ReportDetails): string =>
  fitting((size) => pageOf(report, details, size), bytesMax)
