/** The generated parts of the READMEs: tables and diagrams made from the tables of the code. */

import { wrapped } from '../../src/kernel/text'
import { entriesIn, topicNames } from '../../src/pages/docs/content'
import { topicOf } from '../../src/pages/docs/topics'
import { readFigures } from '../bench/figures'
import { readProofs } from '../conformance/proof'
import { docsSource } from './docs'
import { fidelityPart } from './fidelity'
import { fixtureFields } from './fixture-fields'

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const code = (text: string): string => `\`${text}\``

/** The cards that most tests need, one for each result, of the many in the documentation. */
const cards = (): string => {
  const all = topicOf('test-cards', docsSource()).sections.flatMap(entriesIn)
  const common = all.filter(
    ({ label, name, text }, i) =>
      label === 'Visa' && all.findIndex((one) => one.text === text) === i && /^\d+$/.test(name),
  )
  return table(
    ['Card', 'Result'],
    common.slice(0, 4).map(({ name, text }) => [code(name), text]),
  )
}

const topics = (): string => wrapped(topicNames.map(code).join(' '), 120).join('\n')

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

/** `2026-11-23` or `2026-11-23 to 2026-11-25`, where the parts of the bench were run at several times. */
const fromTo = (values: readonly string[]): string => {
  const all = [...new Set(values)].sort()
  return all.length < 2 ? all.join() : `${all[0]} to ${all.at(-1)}`
}

/** Ours, in ms. */
const measured = (what: string): number => {
  const all = Object.values(readFigures()).flatMap((part) => part.figures)
  const found = all.find((figure) => figure.what === what)
  if (found === undefined) throw new Error(`the bench has not measured "${what}": npm run bench -- --save`)
  return Number(found.ours.toPrecision(2))
}

const paragraph = (text: string): string => wrapped(text, 120).join('\n')

/** What a test costs, in the README. */
const costs = (): string =>
  paragraph(
    `A first charge in a fresh process takes ${measured('a first charge in a fresh process')} ms of processor time, start of Node included; a run of an exploration with two calls and two webhooks ${measured('a scenario of a card checkout')} ms. Other tools: \`test/bench/README.md\`.`,
  )

/** What the bench measured last; `npm run bench -- --save` measures it again. */
const figures = (): string => {
  const parts = Object.values(readFigures())
  const rows = parts.flatMap((part) => part.figures)
  const [dates, nodes, cores] = [
    fromTo(parts.map(({ date }) => date)),
    fromTo(parts.map(({ node }) => node)),
    fromTo(parts.map((part) => String(part.cores))),
  ]
  const lines = rows.map(({ what, of, ratio, gate, aim }) => [
    ...[what, of, `${ratio}${ratio > gate ? ' (missed)' : ''}`, `${gate}`, aim === null ? '' : `${aim}`],
  ])
  const about = `Measured ${dates} with Node ${nodes} on ${cores} cores.`
  return `${about}\n\n${table(['Ours', 'Of', 'Ratio', 'Gate', 'Aim'], lines)}`
}

export const generatedParts = async (): Promise<Readonly<Record<string, string>>> => ({
  cards: cards(),
  costs: costs(),
  figures: figures(),
  'recorded facts': fidelityPart(),
  'fixture fields': fixtureFields(table),
  proof: await proof(),
  topics: topics(),
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
