/**
 * The library and the command: CommonJS in parts. `import` and `require` read the same files, so there is one
 * `SandboxError`. Each part is read when something in it is first used: a test runner reads the library anew for every
 * file of tests, and a first charge needs half of it.
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { transform, transformSync } from 'esbuild'
import { build, type CodeSplittingNameFunction, type OutputChunk } from 'rolldown'
import { assets } from './assets.mjs'
import { compileEagerly } from './eager'
import { withFunctions } from './functions'
import { licences } from './licences'
import { protocol, protocolFile } from './protocol'

const index = 'src/index.ts'
const intercept = 'src/suites/intercept/intercept.ts'
const program = 'src/cli/main.ts'
const factories = 'src/suites/factories/factories.ts'
const entries = {
  index,
  intercept,
  program,
  explore: 'src/suites/explore/explore.ts',
  factories,
  register: 'src/suites/intercept/register.ts',
}

/** The parts of resources that a first charge needs. */
const needed =
  /resources\/(?:[\w-]+\/(?:model|machine|record|index)|(?:charge|card|token)\/(?!levers)|customer\/operations)/

/** Parts beside the core. */
const parts: Readonly<Record<string, RegExp>> = {
  catalogue: /zod\/v4\/core\/(?:json-schema|to-json)|service\/assumptions|sandbox\/coverage\/(?!tally)/,
  errors: /kernel\/(?:error-catalogue|text)\.ts|service\/wrong-keys\.ts/,
  yaml: /node_modules\/yaml\/|fixtures\/(?:read|write)\.ts/,
  fixtures: /fixtures\/(?!problems|fixture-loader)|node\/files|ledger\/audit/,
  pages: /pages\/payers\/(?!app\.)|uqr\/|hono\/dist\/(?:jsx|utils\/html)/,
  search: /service\/search\/(?!scope\.)|resources\/(?:search|receipt|export)\//,
  faults: /sandbox\/faults|service\/faults\/(?:options|.*-schema)/,
  webhooks: /webhooks\/(?:webhooks|transmit|decide|message|scheme|delivery)\.ts/,
  actions: /sandbox\/(?:actions|account\/account|records\/reading|snapshots\/(?:changes|sum))/,
  source: /simulation\/(?:payer-reference|outside)/,
}

const partOfSource = (id: string): string => {
  if (needed.test(id)) return 'core'
  const [named] = Object.entries(parts).find(([, test]) => test.test(id)) ?? []
  // Each resource is a separate part.
  return named ?? /service\/resources\/([\w-]+)\//.exec(id)?.[1] ?? 'core'
}

/** What a module imports, directly or not, without what is imported on demand. */
const reachedFrom = (entry: string, modules: Parameters<CodeSplittingNameFunction>[1]) => {
  const reached = new Set([resolve(entry)])
  for (const id of reached)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  return reached
}

/** Interception also runs in processes without a sandbox: there it loads no core. */
const partOf = (): CodeSplittingNameFunction => {
  let reached: readonly ReadonlySet<string>[] | undefined
  return (id, modules) => {
    reached ??= [index, intercept, program].map((entry) => reachedFrom(entry, modules))
    const [ofLibrary, ofInterception, ofCommand] = reached
    if (id === resolve(index) || id === resolve(program)) return null
    if (!ofLibrary?.has(id)) return ofCommand?.has(id) && /src\/cli\/|commander/.test(id) ? 'command' : null
    if (ofInterception?.has(id)) return 'common'
    return partOfSource(id)
  }
}

/**
 * A test runner can empty its table of modules between two tests. So each part is a function, and the table of what was
 * read is our own: a sandbox keeps the classes that it started with.
 */
const loader = `"use strict"
if (process.getBuiltinModule === undefined)
  throw new Error("payment-sandbox needs Node 20.16 or a later 20, or 22.3 or newer; this is " + process.version)
/** The parts by name, each loaded at its first use. */
const part = (name, read) => {
  if (!Object.hasOwn(part, name)) Object.defineProperty(part, name, { configurable: true, get: () => {
    const value = {}
    Object.defineProperty(part, name, { value })
    read()(value, part)
    return value
  } })
  return part
}
module.exports = part
`

const asked = /^(?:const|let|var) (require_[\w$]+) = (require\("\.\/([^"]+)\.cjs"\));$/gm
const getter =
  /^Object\.defineProperty\(exports, "([\w$]+)", \{\s+enumerable: true,\s+get: function\(\) \{\s+return ([\w$]+);\s+\}\s+\}\);\n/gm

/** Loads parts late, and finds modules of Node in a way that users' bundlers leave alone. */
const linked = (code: string): string => {
  const names = new Map([...code.matchAll(asked)].map(([, variable, , part]) => [variable, part]))
  const exported = [...code.matchAll(getter)].map(([, name, value]) => `${name}: ${value}`)
  return (
    code
      .replace(asked, '$2;')
      .replace(/\brequire_[\w$]+/g, (variable) =>
        names.has(variable) ? `__part["${names.get(variable)}"]` : variable,
      )
      .replace(
        /require\("\.\/([^"]+)\.cjs"\)(;$)?/gm,
        (_, part, alone) => `__part("${part}", () => require("./${part}.cjs"))${alone ?? `["${part}"]`}`,
      )
      .replace(/require\("((?:node:)?[a-z][^"]*)"\)/g, 'globalThis.process.getBuiltinModule("$1")')
      .replace(getter, '')
      .concat(exported.length > 0 ? `Object.assign(exports, { ${exported.join(', ')} });\n` : '')
      // Beyond ASCII, the text of a part would be twice as long in memory, and slower to read.
      .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  )
}

/**
 * Jest runs each test file in a separate context, where the engine asks for a global name at each use, which takes
 * twenty times as long as a constant: without these, a charge takes a tenth longer. What tests replace
 * is not among them, such as `Date` and `fetch`.
 */
const constants =
  'Array, Error, JSON, Map, Math, Number, Object, Promise, RegExp, Set, String, Symbol, TypeError, Uint8Array, WeakMap'

/** A part is a function; an entry is a module of either kind. */
const filesOf = (chunk: OutputChunk): [file: string, text: string][] => {
  const { fileName, name, isEntry, exports, moduleIds } = chunk
  const whole = withFunctions(linked(chunk.code))
  // rolldown prints the small copy with white space again: take that out.
  const isProtocol = moduleIds.some((id) => protocolFile.test(id))
  const text = isProtocol ? transformSync(whole, { minifyWhitespace: true }).code : whole
  const part = `module.exports = (function (exports, __part) { "use strict"; const { ${constants} } = globalThis;\n${text}})\n`
  if (!isEntry) return [[fileName, part]]
  const load = `import entry from './${fileName}'\nexport const { ${exports.join(', ')} } = entry\n`
  const own = `"use strict";\nconst __part = require("./load.cjs");\n${text}`
  if (name === 'program') return [[fileName, own]]
  return [
    [fileName, own],
    [`${name}.js`, exports.length === 0 ? `import './${fileName}'\n` : load],
  ]
}

/** Short names in the code of other packages: Node reads them faster. Ours keeps its names, for the stacks of errors. */
const shortNames = {
  name: 'short names',
  transform: {
    filter: { id: /node_modules[\\/](?:hono|zod)[\\/].*\.js$/ },
    handler: async (code: string) => {
      const short = await transform(code, { minifyIdentifiers: true, minifySyntax: true, target: 'node20' })
      return { code: short.code }
    },
  },
}

/** The timers of a file in place of the global ones: the tests of users have fake timers, which must stop nothing. */
const timersOf = (file: string): Record<string, [string, string]> =>
  Object.fromEntries(
    ['setTimeout', 'clearTimeout', 'setImmediate', 'queueMicrotask'].map((name) => [
      name,
      [resolve(file), name],
    ]),
  )

/** Writes the files into `dist`. */
export const buildLibrary = async (): Promise<void> => {
  const { output } = await build({
    input: entries,
    platform: 'node',
    write: false,
    resolve: { mainFields: ['module', 'main'] },
    preserveEntrySignatures: 'allow-extension',
    plugins: [assets, protocol, shortNames, licences],
    transform: { target: 'node20', inject: timersOf('src/kernel/timers.ts') },
    output: {
      format: 'cjs',
      comments: { jsdoc: false, annotation: false },
      chunkFileNames: 'part-[name].cjs',
      entryFileNames: '[name].cjs',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: partOf(), debugName: 'parts' }],
      },
    },
  })
  const chunks = output.filter((each) => each.type === 'chunk')
  const files = new Map([['load.cjs', loader], ...chunks.flatMap(filesOf)])
  for (const [file, text] of files) writeFileSync(join('dist', file), text)
  await compileEagerly('dist')
}

/**
 * For platforms without Node: it needs no files and no sockets, as a file with a twin `<name>.portable.ts` is replaced by
 * it. Bundlers include it, so it is minified.
 */
export const buildPortable = async (): Promise<void> => {
  await build({
    input: { index, factories, workers: 'src/workers/workers.ts' },
    platform: 'browser',
    resolve: { extensions: ['.portable.ts', '.ts', '.tsx', '.js'] },
    plugins: [assets, protocol, licences],
    transform: { target: 'es2022', inject: timersOf('src/kernel/timers.portable.ts') },
    output: { dir: 'dist/portable', minify: true, comments: false },
  })
}
