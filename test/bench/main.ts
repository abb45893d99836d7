/**
 * `npm run bench` measures every speed that this project promises; `-- --quick` takes fewer and shorter rounds,
 * `-- --only sockets,fresh` runs parts of it (the names are in `parts` below). `-- --save` writes what README.md beside this file shows of the parts that were run into `figures.json`; then `npm run docs`.
 *
 * How to read the table. Only ratios mean anything: the same code can be twice as fast a minute later on a
 * machine that others use too, and a figure of one run must never be compared with one of another. So ours and
 * its limit take turns in short rounds, and `ratio` is the median of ours / limit between neighbouring rounds.
 *   ours, limit  medians over all rounds, to give an idea; `limit` is the least that can be done at all
 *   ratio        of requests per second it should be high (1 would be free of cost), of times and sizes low
 *   +-           how far the ratios of the rounds are apart: above 10% the ratio says little, so run again
 *   cpu          the same by processor time, which others on the machine disturb less. Where it is far from
 *                `ratio` at 32 connections, the machine was too busy: run again
 *   gate, aim    what the ratio, or our own figure where there is no limit, has to reach and should reach
 * Nothing here is asserted by a test: a slow machine is no defect.
 */
import { cpus } from 'node:os'
import { saveFigures } from './figures'
import { freshRows } from './fresh'
import type { InsideQuestion } from './inside'
import { start } from './program'
import { socketRows } from './sockets'
import { startRow } from './start-up'
import { suiteRows } from './suites'
import { printTable, type Row } from './table'

const quick = process.argv.includes('--quick')
const isSaved = process.argv.includes('--save')
const only = process.argv.includes('--only')
  ? (process.argv[process.argv.indexOf('--only') + 1] ?? '').split(',')
  : null

let rows: Row[] = []
const report = (row: Row): void => {
  rows.push(row)
  process.stderr.write('.')
}

const inside = (measure: InsideQuestion['measure']) => async (): Promise<void> => {
  const program = start<InsideQuestion, readonly Row[]>('inside')
  try {
    for (const row of await program.ask({ measure, quick })) report(row)
  } finally {
    program.stop()
  }
}

const pace = quick ? { pairs: 3, ms: 300 } : { pairs: 15, ms: 800 }

const parts: { readonly [name: string]: () => Promise<void> } = {
  sockets: () => socketRows(pace, report),
  create: inside('create'),
  explore: inside('explore'),
  search: inside('search'),
  start: async () => report(await startRow(quick)),
  fresh: async () => (await freshRows(quick ? 7 : 11)).forEach(report),
  suites: () => suiteRows(quick, report),
}

if (only?.some((name) => parts[name] === undefined))
  throw new Error(`--only takes ${Object.keys(parts).join(', ')}, separated by commas`)
if (quick && isSaved) throw new Error('--save takes no figures of --quick: its rounds are too short')

const measured = new Map<string, readonly Row[]>()
const began = performance.now()
for (const [name, part] of Object.entries(parts)) {
  if (only?.includes(name) === false) continue
  const from = performance.now()
  rows = []
  // One part that cannot run (nothing built, no npm) leaves the others their figures.
  await part().catch((error) => process.stderr.write(`\n${name} left out: ${error.message}\n`))
  measured.set(name, rows)
  process.stderr.write(` ${name}: ${Math.round((performance.now() - from) / 1000)} s\n`)
}
const seconds = Math.round((performance.now() - began) / 1000)
process.stdout.write(`\n${printTable([...measured.values()].flat())}\n\n`)
if (isSaved) saveFigures(measured)
process.stdout.write(`node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}, ${seconds} s\n`)
