import type { ExploreFinding, ExploreReport, ExploreScenario } from '../../suites/explore/report'
import { printable } from '../../suites/wording'

/** An exploration in JUnit's form, which every CI reads: a test case for each scenario; those not reached are skipped. */
export const junitOf = (
  name: string,
  { scenarios, findings }: Pick<ExploreReport, 'scenarios' | 'findings'>,
): string => {
  const count = (outcome: ExploreScenario['outcome']): number =>
    scenarios.filter((scenario) => scenario.outcome === outcome).length
  const totals = attributes({
    name,
    tests: scenarios.length,
    failures: count('finding'),
    errors: 0,
    skipped: count('not-reached'),
    time: seconds(scenarios.reduce((sum, { ms }) => sum + ms, 0)),
  })
  const cases = scenarios.map((scenario) =>
    caseOf(
      name,
      scenario,
      findings.filter(({ scenario: name, also }) => name === scenario.name || also.includes(scenario.name)),
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${totals}>
<testsuite ${totals}>
${cases.join('\n')}
</testsuite>
</testsuites>
`
}

const caseOf = (
  classname: string,
  { name, outcome, ms }: ExploreScenario,
  findings: readonly ExploreFinding[],
): string => {
  const open = `  <testcase ${attributes({ classname, name, time: seconds(ms) })}`
  const inside =
    outcome === 'not-reached'
      ? ['    <skipped message="not reached: the run never came to this point"/>']
      : findings.map(
          ({ rule, message, story }) =>
            `    <failure ${attributes({ type: rule, message })}>${escaped([message, '', ...story].join('\n'))}</failure>`,
        )
  return inside.length === 0 ? `${open}/>` : [`${open}>`, ...inside, '  </testcase>'].join('\n')
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3)

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value)).replace(/\n/g, '&#10;')}"`)
    .join(' ')

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Without what XML cannot say. */
const escaped = (text: string): string =>
  printable(text)
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
