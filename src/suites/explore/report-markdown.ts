/** A report as Markdown, for a pull request or the summary of a job: runs are sequence diagrams of Mermaid. */
import { wrapped } from '../../kernel/text'
import {
  type DrawnRun,
  drawnRuns,
  fitting,
  leftUndrawn,
  newFindings,
  type ReportFacts,
  remarksOf,
  summaryOf,
  type Telling,
  titleOf,
} from './report'
import { type ResultTable, tablesOf } from './report-tables'
import { lanesOf, plainText, type StoryStep, shortened, stepsOf } from './steps'
import type { StoryEntry } from './story'

/** What has a meaning in Mermaid or HTML becomes an entity in Mermaid's form. */
const escaped = (text: string): string =>
  text.replace(/[#;<>&%{}`"\\]/g, (letter) => `#${letter.charCodeAt(0)};`)

/** In letters: it does not break lines itself. */
const [labelWidth, wideWidth] = [36, 90]

const label = (text: string, width = labelWidth): string => wrapped(text, width).map(escaped).join('<br/>')

const stepLine = (step: StoryStep): string => {
  if (step.type !== 'arrow') {
    const lanes = step.lanes.filter((lane) => lane !== undefined).join(',')
    return `Note over ${lanes}: ${label(step.type === 'fault' ? `⚡ ${step.text}` : step.text)}`
  }
  const { from, to, text, isAnswer, isLost } = step
  return `${from}${isAnswer ? '-' : ''}-${isLost ? 'x' : '>>'}${to}: ${label(text)}`
}

const diagram = (story: readonly StoryEntry[], broke: readonly string[], most: number): readonly string[] => {
  const lanes = lanesOf(story)
  const ends = [lanes[0], lanes.at(-1)].map((lane) => lane?.[0]).join(',')
  return [
    '```mermaid',
    'sequenceDiagram',
    ...lanes.map(([lane, name]) => `  participant ${lane} as ${name}`),
    ...shortened(stepsOf(story), most).map((step) => `  ${stepLine(step)}`),
    ...broke.map((text) => `  Note over ${ends}: ❌ ${label(text, wideWidth)}`),
    '```',
    '',
  ]
}

const [messageMax, drawnMax] = [500, 160]

/** A text of a program as it is: a block whose fence is longer than any in it. */
const verbatim = (text: string): readonly string[] => {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}text`, text, fence, '']
}

const runLines = ({ scenario, findings, story }: DrawnRun, most: number): readonly string[] => [
  `### \`${scenario}\``,
  '',
  ...findings.flatMap(({ number, rule, message }) => [
    `**${number}. ${rule}**`,
    '',
    ...verbatim(plainText(message, messageMax)),
  ]),
  ...(story === null
    ? []
    : diagram(
        story,
        findings.map(({ rule, message }) => `${rule.toUpperCase()}: ${plainText(message, drawnMax)}`),
        most,
      )),
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

const markdownOf = (report: ReportFacts, telling: Telling, most: number): string =>
  [
    `## ${report.ok ? '✅' : '❌'} ${titleOf(report)}`,
    '',
    ...summaryOf(report).flatMap((text) => [text, '']),
    ...tablesOf(report).flatMap(tableLines),
    ...remarksOf(report, telling.once).flatMap((text) => [text, '']),
    ...drawnRuns(report, telling).flatMap((run) => runLines(run, most)),
    ...[...leftUndrawn(report), ...newFindings(report).rest].flatMap((text) => [text, '']),
  ].join('\n')

/** The longest comment of GitHub. */
const lettersMax = 65_536

export const reportMarkdown = (report: ReportFacts, telling: Telling): string =>
  fitting((most) => markdownOf(report, telling, most), lettersMax)
