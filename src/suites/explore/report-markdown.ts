/** A report as Markdown, for a pull request or the summary of a job: runs are sequence diagrams of Mermaid. */
import { wrapped } from '../../kernel/text'
import { brokenSteps } from './marks'
import { newFindings, type ReportDetails, type ReportFacts, remarksOf, summaryOf, titleOf } from './report'
import { type DrawnRun, drawnRuns, fitting, leftUndrawn, type ReportSize } from './report-runs'
import { leftRows, outcomesOf, type ResultTable, tablesOf } from './report-tables'
import { lanesOf, plainText, type StoryStep, shortened, stepsOf } from './steps'
import type { StoryEntry } from './story'

/** What has a meaning in Mermaid or HTML becomes an entity in Mermaid's form. */
const escaped = (text: string): string =>
  text.replace(/[#;<>&%{}`"\\]/g, (letter) => `#${letter.charCodeAt(0)};`)

/** In letters: it does not break lines itself. */
const [labelWidth, wideWidth] = [36, 90]

const label = (text: string, width = labelWidth): string => wrapped(text, width).map(escaped).join('<br/>')

const marked = ({ text, isBroken }: StoryStep): string => label(isBroken ? `✗ ${text}` : text)

const stepLine = (step: StoryStep): string => {
  if (step.type !== 'arrow') {
    const lanes = step.lanes.filter((lane) => lane !== undefined).join(',')
    return `Note over ${lanes}: ${step.type === 'fault' ? label(`⚡ ${step.text}`) : marked(step)}`
  }
  const { from, to, isAnswer, isLost } = step
  return `${from}${isAnswer ? '-' : ''}-${isLost ? 'x' : '>>'}${to}: ${marked(step)}`
}

const [messageMax, drawnMax] = [500, 160]

const diagram = (
  story: readonly StoryEntry[],
  findings: DrawnRun['findings'],
  most: number,
): readonly string[] => {
  const broke = findings.map(({ rule, message }) => `${rule.toUpperCase()}: ${plainText(message, drawnMax)}`)
  const lanes = lanesOf(story)
  const ends = [lanes[0], lanes.at(-1)].map((lane) => lane?.[0]).join(',')
  return [
    '```mermaid',
    'sequenceDiagram',
    ...lanes.map(([lane, name]) => `  participant ${lane} as ${name}`),
    ...shortened(stepsOf(story, brokenSteps(story, findings)), most).map((step) => `  ${stepLine(step)}`),
    ...broke.map((text) => `  Note over ${ends}: ❌ ${label(text, wideWidth)}`),
    '```',
    '',
  ]
}

/** A text of a program as it is: a block whose fence is longer than any in it. */
const verbatim = (text: string): readonly string[] => {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}text`, text, fence, '']
}

const runLines = (
  { scenario, findings, story }: DrawnRun,
  { steps, letters }: ReportSize,
): readonly string[] => [
  `### \`${scenario}\``,
  '',
  ...findings.flatMap(({ number, rule, message }) => [
    `**${number}. ${rule}**`,
    '',
    ...verbatim(plainText(message, Math.min(letters, messageMax))),
  ]),
  ...(story === null ? [] : diagram(story, findings, steps)),
]

const marks: Readonly<Record<string, string>> = { ok: '✓', '-': '', 'not-reached': 'not reached' }

const tableLines = ({ title, kinds, rows }: ResultTable): readonly string[] => {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    row([title, ...kinds]),
    row(['---', ...kinds.map(() => ':---:')]),
    ...rows.map(({ name, cells }) =>
      row([`\`${name}\``, ...cells.map(({ text }) => marks[text] ?? `**${text}**`)]),
    ),
    '',
  ]
}

const iconOf = (report: ReportFacts): string => {
  if (!report.ok) return '❌'
  return outcomesOf(report).held > 0 ? '✅' : '⚠️'
}

const markdownOf = (report: ReportFacts, details: ReportDetails, size: ReportSize): string => {
  const tables = tablesOf(report, size.most)
  const runs = drawnRuns(report, details, size)
  return [
    `## ${iconOf(report)} ${titleOf(report)}`,
    '',
    ...summaryOf(report).flatMap((text) => [text, '']),
    ...tables.flatMap(tableLines),
    ...[...leftRows(tables), ...remarksOf(report, details.once)].flatMap((text) => [text, '']),
    ...runs.flatMap((run) => runLines(run, size)),
    ...[...leftUndrawn(report, runs), ...newFindings(report).rest].flatMap((text) => [text, '']),
  ].join('\n')
}

/** The longest comment of GitHub. */
const lettersMax = 65_536

export const reportMarkdown = (report: ReportFacts, details: ReportDetails): string =>
  fitting((size) => markdownOf(report, details, size), lettersMax)
