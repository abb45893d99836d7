import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node'
import { assets } from '../.ci/assets.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Where a machine-readable report goes, when someone (as `.ci/run` does) asks for one. */
const report = process.env.TEST_REPORT

const cores = availableParallelism()

const never = ['**/node_modules/**', 'dist/**']

/** What takes long: browsers, the packed package, other runtimes, killed processes, large shops, random stories. */
const long = [
  'test/{bench,package,properties,runtimes,simulate,workers}/*.test.ts',
  // The main paths of a payer are quick.
  'test/browser/!(payer).test.ts',
  'test/cli/{killed,state,state-damage}.test.ts',
  'test/cli/{compare/same,exec/{intercept,intercept-way,process-tree,summary},explore/{app,explore},mcp/tools}.test.ts',
  'test/suites/explore/{pairs,payers,races,robust-*}.test.ts',
  'test/{fixtures/mistakes,node/state/damage,pages/dashboard/hostile,service/http/fuzz,tidy,types}.test.ts',
]

/** Vitest starts with what took longest, in a fresh clone with the largest files: these are small and take long. */
const slow =
  /(?:explore\/(?:pairs|races|robust-heap)|cli\/(?:check-webhook\/check-webhook|explore\/confirm-findings|serve\/stop|compare\/same)|workers\/core|package\/(?:dev|init|types)|runtimes\/runtimes|test\/types)\.test\.ts$/

class SlowFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => Number(!slow.test(moduleId))
    return (await super.sort(specs)).sort((one, other) => rank(one) - rank(other))
  }
}

/** How many tests ran per part of the project, and for how long: the default reporter shows files. */
const perArea: Reporter = {
  onTestRunEnd(modules) {
    if (modules.length < 2) return
    const areas = new Map<string, { tests: number; ms: number }>()
    for (const module of modules) {
      const { tests, ms } = areas.get(areaOf(module)) ?? { tests: 0, ms: 0 }
      const count = [...module.children.allTests()].length
      areas.set(areaOf(module), { tests: tests + count, ms: ms + module.diagnostic().duration })
    }
    const lines = [...areas]
      .sort(([, one], [, other]) => other.ms - one.ms)
      .map(
        ([area, { tests, ms }]) =>
          `${String(tests).padStart(8)}${(ms / 1000).toFixed(1).padStart(8)} s  ${area}`,
      )
    process.stdout.write(`\n   tests      time\n${lines.join('\n')}\n`)
  },
}

/** `test/conformance/fields.test.ts` is conformance; `test/tidy.test.ts` is tidy. */
function areaOf(module: TestModule): string {
  return module.relativeModuleId.replace(/^test\//, '').replace(/(\/.*|\.test\.ts)$/, '')
}

export default defineConfig({
  root,
  plugins: [assets],
  // What runs in the tests of users imports the package by its name.
  resolve: {
    alias: [
      { find: /^payment-sandbox$/, replacement: `${root}src/index.ts` },
      { find: /^payment-sandbox\/intercept$/, replacement: `${root}src/suites/intercept/intercept.ts` },
    ],
  },
  test: {
    // `npm test` and `npm run test:all` run one each; a file is run by its name, whichever it is in. Tests of the examples
    // run against the packed package (test/package/examples.test.ts).
    projects: [
      {
        extends: true,
        test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: [...never, ...long] },
      },
      {
        extends: true,
        test: { name: 'long', include: long, exclude: never },
      },
    ],
    globals: false,
    globalSetup: `${root}test/support/temporary.ts`,
    // Compiled modules are kept for the next run: one file of tests takes 2 s in place of 3.
    experimental: { fsModuleCache: true },
    environment: 'node',
    pool: 'threads',
    // More than there are cores, as some tests wait.
    maxWorkers: Math.ceil(1.5 * cores),
    sequence: { sequencer: SlowFirst },
    // Nothing is shared between tests but modules, and those hold no state: loading them once per worker instead
    // of once per file saves a third of the CPU.
    isolate: false,
    // An alarm for what hangs, far above what anything takes: a busy machine is no failure.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The same for what a test waits for: vitest's own second is not enough where a process has to do it.
    expect: { poll: { timeout: 25_000 } },
    // Tests that are said to be concurrent mostly wait.
    maxConcurrency: 50,
    reporters: ['default', perArea, ...(report ? ['json'] : [])],
    outputFile: { json: report ?? '' },
  },
})
