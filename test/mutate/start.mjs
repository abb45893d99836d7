/**
 * `npm run drill -- mutate`: changes the code of each area in every small way that Stryker knows, and looks whether a
 * test notices. `npm run drill -- mutate ledger` does one area, `npm run drill -- mutate ledger
 * src/service/ledger/fees.ts` one file of it. The results are kept in `.mutation`, so that a second run only tries what
 * was changed.
 */
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'
import { areas } from './areas.mjs'
import { strykerPlugins } from './ignored.mjs'

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))

const words = process.argv.slice(2)
const files = words.filter((word) => word.includes('/'))
const wanted = words.filter((word) => !files.includes(word))
const unknown = wanted.find((name) => !(name in areas))
if (unknown !== undefined) {
  process.stderr.write(`"${unknown}" is no area; there are ${Object.keys(areas).join(', ')}\n`)
  process.exit(2)
}

for (const name of wanted.length > 0 ? wanted : Object.keys(areas)) {
  const { mutate, tests, runs = 120, least = 85 } = areas[name]
  process.env.MUTATE_TESTS = tests.join(',')
  process.env.PROPERTY_RUNS = String(runs)
  await new Stryker({
    mutate: files.length > 0 ? files : mutate,
    buildCommand: 'node test/mutate/bundle.mjs',
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutate/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', './test/mutate/ignored.mjs'],
    ignorers: strykerPlugins.map(({ name }) => name),
    coverageAnalysis: 'perTest',
    concurrency: Number(process.env.MUTATE_WORKERS ?? 1),
    ignorePatterns: ['/dist', '/coverage', '/.mutation'],
    tempDirName: '.mutation/sandboxes',
    incremental: true,
    incrementalFile: `.mutation/${name}.json`,
    reporters: ['clear-text', 'json', 'progress-append-only'],
    jsonReporter: { fileName: `.mutation/${name}.report.json` },
    clearTextReporter: { logTests: false },
    // What runs when a file is loaded is tables, which test/conformance holds against the specification row by row.
    ignoreStatic: true,
    timeoutMS: 10_000,
    timeoutFactor: 3,
    thresholds: { high: 95, low: least, break: least },
  }).runMutationTest()
}
