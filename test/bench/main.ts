/**
 * `npm run bench` measures what this project promises of its costs; `-- --quick` takes fewer rounds,
 * `-- --only explore,fresh` runs parts of it (the names are in `parts` below). `-- --save` writes what README.md beside
 * this file shows of the parts that were run into `figures.json`; then `npm run docs`.
 *
 * How to read the table. Only ratios mean anything: the same code can be twice as fast a minute later on a
 * machine that others use too, and a figure of one run must never be compared with one of another. So ours and
 * its limit take turns in short rounds, and `ratio` is the median of ours / limit between neighbouring rounds.
 *   ours, limit  medians over all rounds in ms of the processor, to give an idea
 *   +-           how far the ratios of the rounds are apart: above 10% the ratio says little, so run again
 *   gate, aim    what the ratio must not be above and should not be above
 * Nothing here is asserted by a test: a slow machine is no defect.
 */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { exploreRow } from './explore'
import { saveFigures } from './figures'
import { freshRow } from './fresh'
import { suiteRows } from './suites'
import { printTable, type Row } from './table'

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, save: { type: 'boolean' }, only: { type: 'string' } },
})
const { quick = false, save: isSaved = false } = values
const only = values.only?.split(',')

/** The first one runs in this process, so that nothing has warmed it up. */
const parts: { readonly [name: string]: () => Promise<readonly Row[]> } = {
  explore: async () => [await exploreRow(quick)],
  fresh: async () => [await freshRow(quick ? 7 : 11)],
  suites: () => suiteRows(quick),
}

if (only?.some((name) => parts[name] === undefined))
  throw new Error(`--only takes ${Object.keys(parts).join(', ')}, separated by commas`)
if (quick && isSaved) throw new Error('--save takes no figures of --quick: its rounds are too few')

const measured = new Map<string, readonly Row[]>()
for (const [name, part] of Object.entries(parts)) {
  if (only?.includes(name) === false) continue
  const from = performance.now()
  // One part that cannot run (nothing built, no npm) leaves the others their figures.
  const rows = await part().catch((error) => {
    process.stderr.write(`${name} left out: ${error.message}\n`)
    return []
  })
  measured.set(name, rows)
  process.stderr.write(`${name}: ${Math.round((performance.now() - from) / 1000)} s\n`)
}
printTable([...measured.values()].flat())
if (isSaved) saveFigures(measured)
process.stdout.write(`node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}\n`)
