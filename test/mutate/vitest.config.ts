import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** By name, so that what asks the rules one by one is before the random sequences of `properties`, which take longer. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
  }
}

/** For what `bundle.mjs` makes of the tests; Stryker sets the pool and the number of workers. */
export default defineConfig({
  test: {
    include: ['bundled/**/*.test.mjs'],
    isolate: false,
    sequence: { sequencer: ByName },
    server: { deps: { external: [/\/bundled\/pieces\//] } },
    reporters: [],
  },
})
