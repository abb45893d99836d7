/** What `npm run build` makes of src. The package has no dependencies, as its files contain them: it installs at once. */
import { defineConfig, type Options } from 'tsup'
import { writeNeedsNode } from './needs-node'
import { buildLibrary, buildPortable } from './rolldown'

const index = 'src/index.ts'
const factories = 'src/suites/factories/factories.ts'
const workers = 'src/workers/workers.ts'
const webhooks = 'src/service/webhooks/signature.ts'
const msw = 'src/suites/intercept/msw.ts'
const playwright = 'src/suites/testing/playwright/playwright.ts'
const onDemand = {
  factories,
  intercept: 'src/suites/intercept/intercept.ts',
  register: 'src/suites/intercept/register.ts',
  explore: 'src/suites/explore/explore.ts',
}
const testing = {
  vitest: 'src/suites/testing/vitest.ts',
  'vitest-setup': 'src/suites/testing/vitest-setup.ts',
  jest: 'src/suites/testing/jest.ts',
  'jest-setup': 'src/suites/testing/jest-setup.ts',
}

const base = { format: ['esm', 'cjs'], target: 'node20', splitting: false, silent: true } satisfies Options
const neutral = { ...base, platform: 'neutral', target: 'es2022' } satisfies Options

/** The library and the runner are those of the user: a sandbox and a charge are the same in all of them. */
const external = [/^(payment-sandbox|vitest)(\/|$)/, /^(@jest\/globals|@playwright\/test|expect|msw)$/]

/** The compiler has written the declarations: from the sources, each entry would be checked as a whole again. */
const typesOf = (entries: Readonly<Record<string, string>>): Options => {
  const declared = (file: string) => `dist/.types/${file.slice(0, -3)}.d.ts`
  const entry = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, declared(file)]))
  return { ...base, entry, dts: { only: true } }
}

const command: Options = { ...base, entry: { cli: 'src/cli/start.ts' }, format: 'cjs' }

export default defineConfig(async () => {
  await buildLibrary({ index, ...onDemand, program: 'src/cli/main.ts' })
  if (process.argv.includes('--no-dts')) return command
  writeNeedsNode()
  await buildPortable({ index, factories, workers })
  return [
    command,
    { ...neutral, entry: { webhooks }, noExternal: ['@noble/hashes'] },
    { ...neutral, entry: { msw }, external },
    {
      ...base,
      entry: testing,
      external,
      // The tests of users have fake timers, which must stop none of it.
      inject: ['src/kernel/timers.ts'],
      // Jest runs CommonJS modules where import() fails.
      esbuildOptions: (options, { format }) => {
        options.supported = { 'dynamic-import': format === 'esm' }
      },
    },
    { ...base, entry: { playwright }, format: 'cjs', external },
    { ...typesOf({ playwright }), format: 'cjs', external },
    ...[{ index }, { webhooks }].map(typesOf),
    { ...typesOf({ ...onDemand, ...testing, msw, workers }), external },
  ]
})
