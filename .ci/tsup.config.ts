/**
 * What `npm run build` makes from src: the library, the module for webhook receivers, and the command. The package
 * has no dependencies, as the bundles contain them. So it installs at once, and loads in half the time.
 */
import { existsSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { defineConfig, type Options } from 'tsup'
import { assets } from './assets.mjs'
import { licences } from './licences'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

const bundle = {
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  noExternal: [/^[^.]/],
  external: [/^node:/],
  silent: true,
} as const satisfies Options

const explore = 'src/suites/explore/explore.ts'
const factories = 'src/suites/factories/factories.ts'
const msw = 'src/suites/intercept/msw.ts'
const webhooks = 'src/service/webhooks/signature.ts'
const workers = 'src/workers/workers.ts'

/** A file with a twin `<name>.portable.ts` is replaced by it. */
const portableFiles: Plugin = {
  name: 'portable files',
  setup: (build) => {
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
      const twin = join(resolveDir, `${path}.portable.ts`)
      return existsSync(twin) ? { path: twin } : undefined
    })
  },
}

/** The Model Context Protocol brings a validator for what a server may ask people, which no tool of ours does. */
const noValidator: Plugin = {
  name: 'no validator',
  setup: (build) => {
    build.onLoad({ filter: /validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: 'export class AjvJsonSchemaValidator {}',
    }))
  },
}

/** For platforms without Node: it needs no files and no sockets. Bundlers include it, so it is minified. */
const portable = {
  ...bundle,
  platform: 'browser',
  target: 'es2022',
  format: 'esm',
  splitting: true,
  minify: true,
  outDir: 'dist/portable',
  entry: { index: 'src/index.ts', factories, workers },
  inject: ['src/kernel/timers.portable.ts'],
  esbuildPlugins: [licences, assets, portableFiles, noValidator],
} satisfies Options

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
  esbuildPlugins: [licences, assets],
  external: [/^node:/, /^payment-sandbox(\/|$)/, /^vitest(\/|$)/, '@jest/globals', 'expect'],
  noExternal: [],
  splitting: false,
} satisfies Options

const interceptingEntries = {
  intercept: 'src/suites/intercept/intercept.ts',
  register: 'src/suites/intercept/register.ts',
}

/** Modules of Node, found in a way that bundlers of users leave alone, whatever format they write. */
const builtins: Plugin = {
  name: 'builtins',
  setup: (build) => {
    const names = builtinModules.filter((name) => name !== 'http2').join('|')
    // Our servers speak HTTP/1.1, and HTTP/2 takes Node long to load.
    build.onResolve({ filter: /^(?:node:)?http2$/ }, () => ({ path: resolve('src/node/no-http2.ts') }))
    build.onResolve({ filter: new RegExp(`^(?:node:)?(?:${names})$`) }, ({ path }) => ({
      path: path.replace('node:', ''),
      namespace: 'node',
    }))
    build.onLoad({ filter: /./, namespace: 'node' }, ({ path }) => ({
      contents: `module.exports = require('./src/node/builtin').builtin('${path}')`,
      resolveDir: resolve('.'),
    }))
  },
}

/**
 * The library and the command, in CommonJS: `import` and `require` read the same files, so there is one `SandboxError`.
 * What is imported on demand is a file of its own.
 */
const library = {
  ...bundle,
  entry: {
    index: 'src/index.ts',
    ...interceptingEntries,
    explore,
    factories,
    program: 'src/cli/main.ts',
  },
  external: [],
  removeNodeProtocol: false,
  splitting: true,
  // Rollup writes it, as esbuild cannot split CommonJS.
  treeshake: true,
  // The tests of its users have fake timers, which must stop none of it.
  inject: ['src/kernel/timers.ts'],
  esbuildPlugins: [licences, assets, noValidator, builtins],
  esbuildOptions: (options) => {
    // Jest runs CommonJS modules where import() fails.
    options.supported = { 'dynamic-import': false }
  },
  // In its place esbuild writes a call that bundlers of users do not understand.
  plugins: [
    { name: 'require', renderChunk: (code) => ({ code: code.replaceAll('__require("./', 'require("./') }) },
  ],
} satisfies Options

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

/** All that `npm start` needs. */
const command: Options[] = [library, { ...bundle, entry: { cli: 'src/cli/start.ts' } }]

const bundles: Options[] = [
  ...command,
  { ...types, entry: declarationsOf({ index: 'src/index.ts' }), format: 'cjs' },
  // Their types are those of the library, so that a sandbox and a charge are the same in all of them.
  {
    ...types,
    entry: declarationsOf({ ...interceptingEntries, explore, factories }),
    format: 'cjs',
    external: testing.external,
  },
  {
    ...types,
    entry: declarationsOf({ ...testingEntries, msw, workers }),
    format: ['esm', 'cjs'],
    external: [...testing.external, 'msw'],
  },
  { ...neutral, entry: { msw }, external: ['msw'] },
  {
    ...neutral,
    entry: { webhooks },
    dts: { entry: declarationsOf({ webhooks }) },
    noExternal: ['@noble/hashes'],
    esbuildPlugins: [licences, assets],
  },
  portable,
  { ...testing, entry: testingEntries, format: ['esm', 'cjs'] },
]

export default defineConfig(process.argv.includes('--no-dts') ? command : bundles)
