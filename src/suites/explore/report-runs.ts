/** What pages and summaries show of the runs, as much as fits. */
import { counted } from '../../kernel/text'
import { type ExploreFinding, newFindings, type ReportDetails, type ReportFacts } from './report'
import type { StoryEntry } from './story'

/** A run as pages and summaries show it. */
export interface DrawnRun {
  readonly scenario: string
  /** What was wrong, numbered through the report. */
  readonly findings: readonly (ExploreFinding & { readonly number: number })[]
  /** `null` where the report has enough drawings. */
  readonly story: readonly StoryEntry[] | null
}

/** How much a report shows. */
export interface ReportSize {
  /** How many steps a drawing may have; 0: no drawings. */
  readonly steps: number
  /** How long a message may be. */
  readonly letters: number
  /** How many runs, and rows of a table. */
  readonly most: number
}

const whole = { letters: 1000, most: Number.POSITIVE_INFINITY }

/** The largest first. */
const sizes: readonly ReportSize[] = [
  ...[60, 40, 30, 24, 18, 12].map((steps) => ({ ...whole, steps })),
  ...[200, 100, 60, 30].map((most) => ({ steps: 12, letters: 200, most })),
  ...[30, 10, 3].map((most) => ({ steps: 0, letters: 100, most })),
]

/** The largest report that fits; the smallest one has no drawings. */
export const fitting = (make: (size: ReportSize) => string, bytesMax: number): string => {
  let made = ''
  for (const size of sizes) {
    made = make(size)
    if (Buffer.byteLength(made) < bytesMax) break
  }
  return made
}

/** How many findings have a drawing. */
const drawnMax = 30

/** The runs to show: those with findings, once each, or the one that was chosen by name. */
export const drawnRuns = (
  report: ReportFacts,
  { stories }: ReportDetails,
  { steps, most }: ReportSize,
): readonly DrawnRun[] => {
  if (report.ok) return [...stories].map(([scenario, story]) => ({ scenario, findings: [], story }))
  const numbered = newFindings(report).shown.map((finding, i) => ({ ...finding, number: i + 1 }))
  const scenarios = [...new Set(numbered.map(({ scenario }) => scenario))].slice(0, most)
  return scenarios.map((scenario) => {
    const findings = numbered.filter((finding) => finding.scenario === scenario)
    const isDrawn = steps > 0 && findings.some(({ number }) => number <= drawnMax)
    return { scenario, findings, story: (isDrawn && stories.get(scenario)) || null }
  })
}

/** What of it is not shown, or not drawn. */
export const leftUndrawn = (report: ReportFacts, runs: readonly DrawnRun[]): readonly string[] => {
  if (report.ok) return []
  const countIn = (some: readonly DrawnRun[]): number => some.flatMap(({ findings }) => findings).length
  const shown = countIn(runs)
  const drawn = countIn(runs.filter(({ story }) => story !== null))
  const hidden = newFindings(report).shown.length - shown
  const more = (count: number): string => `${counted(count, 'finding')} more`
  return [
    ...(shown === drawn
      ? []
      : [`${more(shown - drawn)} without a drawing${drawn === 0 ? '' : `: the first ${drawn} have one`}.`]),
    ...(hidden === 0 ? [] : [`${more(hidden)} left out here, to keep it short: the text and JSON have all.`]),
  ]
}
