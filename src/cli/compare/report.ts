import { version } from '../../../package.json'
import { gather } from '../../kernel/rows'
import { counted, pageWidth, wrapped } from '../../kernel/text'
import { cut, printable } from '../../suites/wording'
import type { Terminal } from '../terminal'
import { idForm } from './answer'
import type {
  Comparison,
  ComparisonReport,
  NotCompared,
  ReportedDifference,
  ReportedOperation,
} from './comparison'
import type { OtherAddresses } from './other-service'
import { type ComparedStory, madeBy } from './stories'

/** `98.5 %`; 100 % only where nothing differs. */
const percent = (score: number): string => `${Math.floor(score * 1000) / 10} %`

/** `66 of 67 operations like the service (98.5 %)` */
const scoreText = ({ score, operations }: ComparisonReport): string => {
  const compared = operations.filter(({ outcome }) => outcome !== 'not compared')
  const good = compared.filter(({ outcome }) => outcome !== 'differs')
  return `${good.length} of ${compared.length} operations are the same or differ by choice: ${percent(score)}`
}

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return cut(printable(text), 60)
}

const colours = { same: 'green', known: 'yellow', differs: 'red', 'not compared': 'dim' } as const
const outcomeWidth = 'not compared'.length + 2
const differencesMax = 8

const choicesOf = ({ differences }: ReportedOperation): readonly string[] => [
  ...new Set(differences.flatMap(({ choice }) => (choice === null ? [] : [choice]))),
]

const unknownOf = ({ differences }: ReportedOperation): readonly ReportedDifference[] =>
  differences.filter(({ choice }) => choice === null)

const indent = ' '.repeat(outcomeWidth + 2)
const indented = (text: string, more = ''): readonly string[] =>
  wrapped(text, pageWidth - indent.length - more.length).map((line) => `${indent}${more}${line}`)

const differenceLines = ({ story, call, field, sandbox, other }: ReportedDifference): readonly string[] => [
  ...indented(`${field}: sandbox ${shown(sandbox)}, other ${shown(other)}`),
  ...indented(`${story}, ${call}`, '  '),
]

const operationLines = (
  operation: ReportedOperation,
  { paint }: Pick<Terminal, 'paint'>,
): readonly string[] => {
  const { outcome, calls } = operation
  const unknown = unknownOf(operation)
  const choices = choicesOf(operation)
  return [
    `  ${paint(colours[outcome], outcome.padEnd(outcomeWidth))}${operation.operation.padEnd(50)}${String(calls).padStart(4)}`,
    ...(choices.length === 0 ? [] : indented(`by choice: ${choices.join(', ')}`)),
    ...unknown.slice(0, differencesMax).flatMap(differenceLines),
    ...(unknown.length > differencesMax ? indented(`and ${unknown.length - differencesMax} more`) : []),
  ]
}

/** Each reason once, with the number of calls. */
const reasonLines = (notCompared: readonly NotCompared[]): readonly string[] => {
  const byReason = gather(notCompared, ({ why }) => why)
  return [...byReason].flatMap(([why, { length }]) =>
    wrapped(`not compared: ${counted(length, 'call')} (${why})`, pageWidth - 2).map((line) => `  ${line}`),
  )
}

/** For a terminal, at 80 columns. */
export const reportText = (title: string, { report, notCompared }: Comparison, terminal: Terminal): string =>
  [
    '',
    `  ${terminal.paint('bold', title)}`,
    '',
    ...report.operations.flatMap((operation) => operationLines(operation, terminal)),
    '',
    ...reasonLines(notCompared),
    `  ${report.stories} stories, ${report.calls} calls compared`,
    `  ${scoreText(report)}`,
    '',
    '',
  ].join('\n')

/** Code of a Markdown table: no mark of it ends a cell; ids are in their form. */
const cell = (value: unknown): string => {
  const text = shown(value).replace(/[a-z]+_(?:test_)?[0-9a-z]{10,}/g, (id) => idForm(id) ?? id)
  return `\`${text.replace(/[`|\r\n]/g, ' ')}\``
}

/** For a bug report: what differs, without addresses, keys, ids or anything else of an account. */
export const summaryText = ({ report, notCompared }: Comparison, profile: string): string => {
  const differing = report.operations.filter(({ outcome }) => outcome === 'differs')
  const known = gather(report.operations.flatMap(choicesOf), String)
  const rows = differing.flatMap((operation) =>
    unknownOf(operation).map(
      ({ story, call, field, sandbox, other }) =>
        `| ${call} | ${story} | ${cell(field)} | ${cell(sandbox)} | ${cell(other)} |`,
    ),
  )
  return [
    '## Compared with the service',
    '',
    `payment-sandbox ${version}, profile \`${profile}\`, ${report.stories} stories, ${report.calls} calls.`,
    `${scoreText(report)}.`,
    '',
    ...(rows.length === 0
      ? ['No unknown difference.']
      : ['| Call | Story | Field | Sandbox | Service |', '| --- | --- | --- | --- | --- |', ...rows]),
    '',
    ...[...known].map(([choice, { length }]) => `- by choice \`${choice}\`: ${length} operations`),
    ...(notCompared.length === 0 ? [] : [`- not compared: ${notCompared.length} calls`]),
    '',
  ].join('\n')
}

/** `12 tokens, 8 charges and 3 customers` */
export const recordsText = (
  stories: readonly ComparedStory[],
): { readonly count: number; readonly text: string } => {
  const made = stories.flatMap(({ calls }) => calls.flatMap((call) => madeBy(call) ?? []))
  const parts = [...gather(made, String)].map(([kind, { length }]) =>
    counted(length, kind === 'secrets' ? 'webhook secret' : kind.replace(/s$/, '')),
  )
  return {
    count: made.length,
    text: parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join(''),
  }
}

/** What `--list` prints. */
export const listText = (stories: readonly ComparedStory[]): string => {
  const calls = stories.reduce((sum, story) => sum + story.calls.length, 0)
  const texts = stories.map((story) => {
    const settings = story.settings ? ' (with --settings)' : ''
    const about = wrapped(`${story.about}${settings}`, pageWidth - 2).map((line) => `  ${line}\n`)
    return `${story.name}\n${about.join('')}${story.calls.map(({ label }) => `    ${label}\n`).join('')}\n`
  })
  return `${texts.join('')}${stories.length} stories, ${calls} calls\n`
}

/** What `--dry-run` prints: every call with its parameters, in which `$charge` is what an earlier call answers. */
export const dryRunText = (stories: readonly ComparedStory[], addresses: OtherAddresses): string => {
  const lines = stories.flatMap(({ name, calls }) => [
    `# ${name}`,
    ...calls.map(({ method, host, path, key, with: parameters }) => {
      const sent = Object.keys(parameters).length === 0 ? '' : ` ${JSON.stringify(parameters)}`
      return `${method} ${addresses[host]}${path} (${key} key)${sent}`
    }),
    '',
  ])
  const { count, text } = recordsText(stories)
  return `${lines.join('\n')}\nIt would make ${count} records: ${text}.\n`
}
