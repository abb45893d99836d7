/**
 * What tsup cannot build, as its parts are loaded on demand and share code: the library with its command, and the library
 * for platforms without Node.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { transformSync } from 'esbuild'
import { build, type Plugin } from 'rolldown'
import { assets } from './assets.mjs'
import { bundledPackages } from './bundled'

/** The timers of a file in place of the global ones: the tests of users have fake timers, which must stop nothing. */
const timersOf = (file: string) => {
  const names = ['setTimeout', 'clearTimeout', 'setImmediate', 'queueMicrotask']
  return Object.fromEntries(names.map((name): [string, [string, string]] => [name, [resolve(file), name]]))
}

/** What a server may ask people is not validated, as no tool asks. */
const noValidator: Plugin = {
  name: 'no validator',
  load: {
    filter: { id: /ajv-provider\.js$/ },
    handler: () => 'export class AjvJsonSchemaValidator {}',
  },
}

/** The Model Context Protocol has its own copy of zod: what it needs of zod would be in what every sandbox loads. */
const protocol: Plugin = {
  name: 'protocol',
  load: {
    filter: { id: /agents[\\/]protocol(?:\.portable)?\.ts$/ },
    handler: async (input) => {
      const { output } = await build({
        input,
        platform: 'neutral',
        external: /^node:/,
        plugins: [noValidator, bundledPackages],
        output: { minify: true, comments: false },
        write: false,
      })
      return { code: output[0].code, moduleType: 'js' }
    },
  },
}

/** Parts with nothing but code of packages: nobody reads it here, so it is minified. */
const small: Plugin = {
  name: 'small',
  renderChunk: (code, { name }) =>
    ['marked', 'protocol', 'suffixes', 'yaml'].includes(name)
      ? transformSync(code, { minify: true }).code
      : null,
}

/** No export is assigned twice, so the value itself will do: 450 functions less to read before a first charge. */
const plainExports: Plugin = {
  name: 'plain exports',
  renderChunk: (code, { isEntry }) => {
    const getter = /^Object\.defineProperty\(exports, "([^"]+)", \{[^}]+ return ([\w$]+);\s+\}\s+\}\);$/gm
    return isEntry ? null : code.replace(getter, 'exports.$1 = $2;')
  },
}

const plugins = [assets, protocol, bundledPackages]

const loader = `"use strict"
const { getBuiltinModule } = process
if (getBuiltinModule === undefined)
  throw new Error("payment-sandbox needs Node 20.16 or a later 20, or 22.3 or newer; this is " + process.version)
const parts = {}
const found = {}
/** Finds a part, which is read when something of it is first used, or a module of Node. */
const find = (id) => {
  if (!Object.hasOwn(parts, id)) return getBuiltinModule(id)
  if (found[id]) return found[id]
  const part = (found[id] = {})
  const [read, names] = parts[id]
  const get = (name) => () => {
    for (const each of names) delete part[each]
    read()(part, find)
    return part[name]
  }
  for (const name of names) Object.defineProperty(part, name, { configurable: true, get: get(name) })
  return part
}
module.exports = (more) => {
  Object.assign(parts, more)
  return find
}
`

/** A part is read when something of it is first used: a test runner reads the library anew for every file of tests. */
const groups = [
  // What interception shares with the core, which it does not load in a process without a sandbox.
  {
    name: 'common',
    test: /src.(?:kernel.(?:masked|real-time|sandbox-error)|options.hosts|sandbox.call)\.ts$/,
    priority: 2,
    includeDependenciesRecursively: true,
  },
  // What a first charge does not need: YAML with fixtures, the rules of other resources, and what few tests use.
  { name: 'fixtures', test: /src.(?:fixtures.(?!problems)|node.files\.)/, priority: 1 },
  {
    name: 'rules',
    test: /resources.(?!card|charge|customer|event|token)[\w-]+.(?:operations|actions|schema)\.ts/,
    priority: 1,
  },
  {
    name: 'rare',
    test: /service.(?:assumptions|faults.(?:apply|take|.*-fault)|search.(?!scope))|sandbox.(?:actions|coverage.c|faults|snapshots.(?:changes|sum|.*-shelf))|zod.v4.core.*json-schema|hono.dist.(?:jsx|.*html)/,
    priority: 1,
  },
  { name: 'marked', test: /node_modules.marked/ },
  { name: 'suffixes', test: /node_modules.tldts/ },
  { name: 'yaml', test: /node_modules.yaml/ },
  { name: 'core', test: /src.create-sandbox\.ts$/, includeDependenciesRecursively: true },
  // No part depends on the file of an entry.
  { name: 'command', test: /src.cli.(?!main)|node_modules.commander/, tags: ['$initial' as const] },
]

/**
 * The library is CommonJS, and so one `SandboxError` for `import` and `require`. A part is a function that is given how
 * to find others: Jest can empty its table of modules between two tests, and a sandbox keeps the parts that it started
 * with. Modules of Node are found in a way that bundlers of users leave alone.
 */
export const buildLibrary = async (entries: Readonly<Record<string, string>>): Promise<void> => {
  const { output } = await build({
    input: entries,
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    resolve: { mainFields: ['module', 'main'] },
    plugins: [...plugins, plainExports, small],
    transform: { target: 'node20', inject: timersOf('src/kernel/timers.ts') },
    output: {
      dir: 'dist',
      format: 'cjs',
      minify: false,
      entryFileNames: '[name].cjs',
      chunkFileNames: 'part-[name].cjs',
      comments: { jsdoc: false, annotation: false },
      banner: ({ isEntry }) =>
        `${isEntry ? '(function (require) {' : 'module.exports = (function (exports, require) {'} "use strict"`,
      footer: ({ isEntry, name }) => (isEntry ? `})(require("./${name}-parts.cjs"))` : '})'),
      codeSplitting: { groups, includeDependenciesRecursively: false },
    },
  })
  const chunks = new Map(output.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each]] : [])))
  for (const [fileName, { name, isEntry, exports }] of chunks) {
    if (!isEntry) continue
    const parts = new Set([fileName])
    for (const part of parts) {
      const { imports = [], dynamicImports = [] } = chunks.get(part) ?? {}
      for (const next of [...imports, ...dynamicImports]) if (chunks.has(next)) parts.add(next)
    }
    parts.delete(fileName)
    const table = [...parts].map((part) => {
      return `\n  "./${part}": [() => require("./${part}"), ${JSON.stringify(chunks.get(part)?.exports)}],`
    })
    writeFileSync(`dist/${name}-parts.cjs`, `module.exports = require("./load.cjs")({${table.join('')}\n})\n`)
    const named = exports.length > 0 ? `\nexport const { ${exports.join(', ')} } = entry\n` : '\n'
    if (name !== 'program') writeFileSync(`dist/${name}.js`, `import entry from './${fileName}'${named}`)
  }
  writeFileSync('dist/load.cjs', loader)
}

/** A file with a twin `<name>.portable.ts` is replaced by it. Bundlers include it, so it is minified. */
export const buildPortable = async (entries: Readonly<Record<string, string>>): Promise<void> => {
  await build({
    input: entries,
    platform: 'browser',
    resolve: { extensions: ['.portable.ts', '.ts', '.tsx', '.js'] },
    plugins,
    transform: { target: 'es2022', inject: timersOf('src/kernel/timers.portable.ts') },
    output: { dir: 'dist/portable', minify: true, comments: false },
  })
}
