import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const tests = process.env.MUTATE_TESTS?.split(',') ?? []
const placeOf = ({ moduleId }: TestSpecification): number =>
  tests.findIndex((path) => moduleId.endsWith(path))

/** In the order of the area, whose quick tests are before those that take long: most mutants are killed by the former. */
class AsListed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((a, b) => placeOf(a) - placeOf(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}

/** For what `bundle.mjs` makes of the tests; Stryker sets the pool and the number of workers. */
export default defineConfig({
  test: {
    include: tests,
    isolate: false,
    sequence: { sequencer: AsListed },
    server: { deps: { external: [/\/test\/pieces\//] } },
    reporters: [],
  },
})
