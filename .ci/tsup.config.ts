/**
 * What `npm run build` makes from src: the library, the module for webhook receivers, and the command. The package
 * has no dependencies, as the bundles contain them. So it installs at once, and loads in half the time.
 */
import { defineConfig, type Options } from 'tsup'
import { buildLibrary, buildPortable } from './library'

const bundle = {
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  noExternal: [/^[^.]/],
  external: [/^node:/],
  shims: true,
  silent: true,
} as const satisfies Options

const explore = 'src/suites/explore/explore.ts'
const factories = 'src/suites/factories/factories.ts'
const msw = 'src/suites/intercept/msw.ts'
const webhooks = 'src/service/webhooks/signature.ts'
const workers = 'src/workers/workers.ts'

const testingEntries = {
  vitest: 'src/suites/testing/vitest.ts',
  'vitest-setup': 'src/suites/testing/vitest-setup.ts',
  jest: 'src/suites/testing/jest.ts',
  'jest-setup': 'src/suites/testing/jest-setup.ts',
}

/** It runs in the tests of users, with the library and the runner: it shares their modules and brings no copies. */
const testing = {
  ...bundle,
  // The tests of its users have fake timers, which must stop none of it.
  inject: ['src/kernel/timers.ts'],
  esbuildOptions: (options, { format }) => {
    // Jest runs CommonJS modules where import() fails.
    options.supported = { 'dynamic-import': format === 'esm' }
  },
  external: [/^node:/, /^payment-sandbox(\/|$)/, /^vitest(\/|$)/, '@jest/globals', 'expect'],
  noExternal: [],
  splitting: false,
} satisfies Options

/** They share code with the library, and load nothing else of it. */
const interceptingEntries = {
  intercept: 'src/suites/intercept/intercept.ts',
  register: 'src/suites/intercept/register.ts',
}

/** For any platform. */
const neutral = {
  silent: true,
  platform: 'neutral',
  target: 'es2022',
  format: ['esm', 'cjs'],
  splitting: false,
} satisfies Options

/** What the compiler declared before, once for all entries: from the sources, each would be checked as a whole again. */
const declarationsOf = (entries: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(entries).map(([name, file]) => [name, `dist/.types/${file.replace(/\.ts$/, '.d.ts')}`]),
  )

const types = { dts: { only: true }, silent: true } as const

/** All that `npm start` needs besides the library. */
const command: Options = { ...bundle, entry: { cli: 'src/cli/start.ts' } }

const bundles: Options[] = [
  command,
  { ...types, entry: declarationsOf({ index: 'src/index.ts' }), format: 'esm' },
  // Their types are those of the library, so that a sandbox and a charge are the same in all of them.
  {
    ...types,
    entry: declarationsOf({ ...interceptingEntries, ...testingEntries, explore, factories, msw, workers }),
    format: ['esm', 'cjs'],
    external: [...testing.external, 'msw'],
  },
  { ...neutral, entry: { msw }, external: ['msw'] },
  {
    ...neutral,
    entry: { webhooks },
    dts: { entry: declarationsOf({ webhooks }) },
    noExternal: ['@noble/hashes'],
  },
  { ...testing, entry: testingEntries, format: ['esm', 'cjs'] },
]

export default defineConfig(async () => {
  await buildLibrary()
  if (process.argv.includes('--no-dts')) return command
  await buildPortable()
  return bundles
})
