/** The generated parts of the three READMEs: tables and diagrams made from the tables of the code. */
import { assumptions } from '../../src/assumptions'
import { commands } from '../../src/cli/commands'
import { envOf, optionDocs, processOptions } from '../../src/config'
import { controlRoutes } from '../../src/control/routes'
import type { Route } from '../../src/http/route'
import { catalogue } from '../../src/kernel/errors'
import { profileRowNames, profileRows } from '../../src/profiles'
import { chargeFlags, chargeMachine } from '../../src/resources/charge/machine'
import { disputeMachine } from '../../src/resources/dispute/machine'
import { occurrenceMachine } from '../../src/resources/occurrence/machine'
import { recipientMachine } from '../../src/resources/recipient/machine'
import { routes, scopes } from '../../src/resources/registry'
import { scheduleMachine } from '../../src/resources/schedule/machine'
import { sourceMachine } from '../../src/resources/source/machine'
import { transferMachine } from '../../src/resources/transfer/machine'
import { type AskedOperation, askedFailures } from '../../src/simulation/asked-failures'
import { failingCards, successfulCards } from '../../src/simulation/cards'
import { readProofs } from '../conformance/proof'
import { layers } from './house'

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const code = (text: string): string => `\`${text}\``

const endpoints = (): string => {
  const keys = { secret: 'secret', public: 'public', any: 'either', none: 'none' } as const
  const server = (route: Route) =>
    route.host === undefined ? 'API' : route.host === 'vault' ? 'vault' : 'both'
  const shown = (path: string) => path.replace(':sub_id', ':id')
  return table(
    ['Method', 'Path', 'Server', 'Key', ''],
    [...routes]
      .sort((a, b) => a.path.localeCompare(b.path))
      .map((route) => [
        route.method.toUpperCase(),
        code(shown(route.path)),
        server(route),
        keys[route.key],
        route.summary,
      ]),
  )
}

const control = (): string =>
  table(
    ['Method', 'Path', ''],
    [...controlRoutes()]
      .sort((a, b) => a.path.localeCompare(b.path))
      .map((route) => [
        route.method.toUpperCase(),
        code(`/_sandbox${route.path}`),
        `${route.summary}${route.scoped !== undefined ? ' (`?account=`, `?livemode=true`)' : ''}`,
      ]),
  )

const options = (): string =>
  table(
    ['`serve`', 'Environment', '`createSandbox` or `listen`', 'Default', ''],
    Object.entries(optionDocs).map(([name, doc]) => [
      doc.flag === null ? '' : code(doc.flag),
      doc.flag === null ? '' : code(envOf(name)),
      name in processOptions().shape ? '' : code(name),
      doc.defaultText,
      doc.text,
    ]),
  )

const commandTable = (): string =>
  table(
    ['`payment-sandbox`', '', 'Options of its own'],
    commands.map(({ name, summary, words = [], usage, own = [] }) => [
      code([name, ...(usage === undefined ? words.map(([word]) => word) : [usage])].join(' ')),
      summary,
      own.map(([flag, text]) => `${code(flag)} ${text}`).join('<br>'),
    ]),
  )

const stepWords = {
  charge: '',
  enrolment: ' (3-D Secure, at once)',
  validation: ' (3-D Secure, after the cardholder confirmed)',
} as const

const cards = (): string => {
  const byOutcome = new Map<string, string[]>()
  for (const card of failingCards) {
    const outcome = `${code(card.outcome)}${stepWords[card.step]}`
    byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), code(card.number)])
  }
  return table(
    ['Charge', 'Card numbers'],
    [
      ['succeeds', successfulCards.map(code).join(' ')],
      ...[...byOutcome].map(([outcome, numbers]) => [outcome, numbers.join(' ')]),
    ],
  )
}

const askedOf: { readonly [operation in AskedOperation]: string } = {
  charge: 'charge: its creation',
  capture: 'charge: its capture',
  reverse: 'charge: its reversal',
  expire: 'charge: its expiry by POST',
  refund: 'refund: its creation',
}

const asked = (): string =>
  table(
    ['Metadata of a', '`sandbox_fail`'],
    Object.entries(askedOf).map(([operation, where]) => [
      where,
      askedFailures[operation as AskedOperation].map(code).join(' '),
    ]),
  )

const errors = (): string =>
  table(
    ['Status', 'Code', 'Message'],
    Object.values(catalogue).map((rule) => [String(rule.status), code(rule.code), rule.message]),
  )

interface Table {
  readonly name: string
  readonly rules: readonly { readonly on: string; readonly from: readonly string[]; readonly to: string }[]
}

const diagram = (table: Table): string => {
  const arrows = table.rules.flatMap((rule) =>
    rule.from
      .filter((from) => from !== rule.to)
      .map((from) => `  ${from === 'new' ? '[*]' : from} --> ${rule.to}: ${rule.on}`),
  )
  return ['```mermaid', 'stateDiagram-v2', ...arrows, '```'].join('\n')
}

const chargeStates = (): string => {
  const flagNames = Object.keys(chargeFlags.paid).filter((flag) => flag !== 'status')
  const flags = table(
    ['A charge that is', '`status`', 'Flags that are true'],
    Object.entries(chargeFlags).map(([standing, row]) => [
      standing,
      code(row.status),
      flagNames
        .filter((flag) => row[flag as keyof typeof row] === true)
        .map(code)
        .join(' ') || 'none',
    ]),
  )
  return `${diagram(chargeMachine)}\n\n${flags}`
}

const otherStates = (): string =>
  [sourceMachine, disputeMachine, recipientMachine, transferMachine, scheduleMachine, occurrenceMachine]
    .map((table) => `**${table.name[0]?.toUpperCase()}${table.name.slice(1)}**\n\n${diagram(table)}`)
    .join('\n\n')

const profiles = (): string =>
  table(
    ['', '', '`spec`', '`recorded`'],
    profileRowNames.map((name) => {
      const { spec, recorded, text } = profileRows[name]
      return [code(name), text, code(spec), code(recorded)]
    }),
  )

const choices = (): string =>
  table(
    ['Spec', 'Question', 'Choice', 'Why'],
    assumptions.map((row) => [row.section, row.question, row.choice, row.reason]),
  )

const searchScopes = (): string =>
  table(
    ['Scope', 'Filters', 'Searched by `query`'],
    scopes.map(({ name, filters, queries }) => [
      code(name),
      Object.entries(filters)
        .map(([attribute, kind]) => `${code(attribute)}${kind === 'string' ? '' : ` ${kind}`}`)
        .join(', '),
      Object.keys(queries).map(code).join(', '),
    ]),
  )

const layerTable = (): string =>
  table(
    ['Layer', 'Files', 'Knows'],
    layers
      .filter(({ files }) => files.some((file) => file.startsWith('src/')))
      .map(({ name, files, about }) => [
        name,
        files.map((file) => code(file.replace('src/', ''))).join(' '),
        about,
      ]),
  )

/** `failingTestCards` -> `failing test cards` */
const words = (name: string): string => name.replace(/[A-Z]|\d+/g, (part) => ` ${part.toLowerCase()}`)

const proof = async (): Promise<string> =>
  table(
    ['Spec', 'Table', 'Rows', 'Tests in `test/conformance`'],
    (await readProofs()).map(({ table: name, sections, rows, files }) => [
      sections.length <= 3 ? sections.join(', ') : (sections[0]?.replace(/\..*/, '') ?? ''),
      words(name),
      String(rows),
      files.map(code).join(' '),
    ]),
  )

export const generatedParts = async (example: string): Promise<Readonly<Record<string, string>>> => ({
  'asked failures': asked(),
  assumptions: choices(),
  cards: cards(),
  'charge states': chargeStates(),
  layers: layerTable(),
  commands: commandTable(),
  control: control(),
  endpoints: endpoints(),
  errors: errors(),
  options: options(),
  'other states': otherStates(),
  profiles: profiles(),
  proof: await proof(),
  'search scopes': searchScopes(),
  'vitest example': ['```ts', example.replaceAll('\n\n', '\n').trim(), '```'].join('\n'),
})

/** A README with its generated parts replaced. They are between `<!-- generated: x -->` and `<!-- end -->`. */
export const regenerate = (readme: string, parts: Readonly<Record<string, string>>): string =>
  readme.replace(
    /(<!-- generated: ([\w ]+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, open: string, name: string, close: string) => {
      const part = parts[name]
      if (part === undefined) throw new Error(`there is no generated part "${name}"`)
      return `${open}\n${part}\n\n${close}`
    },
  )
