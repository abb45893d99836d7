/**
 * What `import` and `require` of the library read: CommonJS in parts, each loaded when something in it is first used. A
 * test runner reads the library anew for every file of tests, and a first charge needs a half of it.
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CodeSplittingNameFunction } from 'rolldown'
import { withFunctions } from './functions'
import { bundleInParts, type Entries, reachedFrom, withLateParts } from './in-parts'

/** Other parts than the first, which holds all that a first charge needs. */
export const parts: { readonly [name: string]: RegExp } = {
  'json-schema': /zod\/v4\/core\/(?:json-schema|to-json)/,
  catalogue: /src\/service\/assumptions|src\/sandbox\/coverage\/(?!tally)/,
  fixtures: /src\/fixtures\/(?!problems)|src\/sandbox\/fixtures\/seed|src\/node\/files|\/fixtures\/\*/,
  audit: /ledger\/(?:audit|rules)/,
  pages:
    /src\/pages\/payers\/(?!(?:app|authorize|downloads|link|provider)\.)|uqr\/|hono\/dist\/(?:jsx|utils\/html)/,
  search: /src\/service\/search\/(?!scope\.)|src\/service\/resources\/(?:search|receipt|export)/,
  actions:
    /src\/sandbox\/(?:actions|account\/about|records\/(?:describe-history|event-waiting|reader)|webhooks\/webhooks|snapshots\/changes)|src\/sandbox\/faults/,
  options: /src\/options\/(?:config|values)|zod\/v4\/locales/,
  schedule: /src\/kernel\/recurrence/,
  source: /src\/service\/simulation\/(?:payer-reference|outside)/,
  faults: /src\/service\/faults\/(?:options|deliveries|requests|[\w-]+-schema)/,
  deliveries: /src\/service\/webhooks\/(?:transmit|decide|message|scheme)|src\/sandbox\/webhooks\/delivery/,
}

/** What declares a resource, and what a first charge needs of resources beside that. */
const needed =
  /src\/service\/resources\/(?:[\w-]+\/(?:model|machine|routes|index)|charge\/(?:begin|operations|schema|record)|(?:card|token)\/(?:operations|record)|customer\/operations|source\/schema)\.ts$/

/** Each resource has a part with what its declaration only names. */
const resourceOf = (id: string): string | undefined => /src\/service\/resources\/([\w-]+)\//.exec(id)?.[1]

/** What intercepts calls is in processes without a sandbox, too: there it loads no core. */
const partOf = ({ index = '', intercept = '', register = '' }: Entries): CodeSplittingNameFunction => {
  let reached: readonly ReadonlySet<string>[] | undefined
  return (id, context) => {
    reached ??= [index, intercept, register].map((entry) => reachedFrom(resolve(entry), context))
    const [library, ...others] = reached
    if (id === resolve(index) || library?.has(id) !== true) return null
    if (others.some((ids) => ids.has(id))) return 'common'
    if (needed.test(id)) return 'core'
    return Object.entries(parts).find(([, pattern]) => pattern.test(id))?.[0] ?? resourceOf(id) ?? 'core'
  }
}

/**
 * A test runner can empty its table of modules between two tests. So each part is a function, and the table of what was
 * loaded is our own: a sandbox that is there goes on with the classes that it began with.
 */
const loader = `"use strict"
if (process.getBuiltinModule === undefined)
  throw new Error("payment-sandbox needs Node 20.16 or a later 20, or 22.3 or newer; this is " + process.version)
const loaded = new Map()
/** What a part exports. */
const part = (name, read) => {
  let exports = loaded.get(name)
  if (exports === undefined) {
    exports = {}
    loaded.set(name, exports)
    read()(exports, part)
  }
  return exports
}
module.exports = part
`

/** Loads each part by the loader. */
const withLoader = (text: string): string =>
  text.replace(/require\("\.\/([^"]+)\.cjs"\)/g, '__part("$1", () => $&)')

/** Modules of Node in a way that is the same in CommonJS and in ESM, into which bundlers of users make it. */
const withNode = (text: string): string =>
  text.replace(/require\("((?:node:)?[a-z][^"]*)"\)/g, 'process.getBuiltinModule("$1")')

const exported =
  /^Object\.defineProperty\(exports, "([\w$]+)", \{\s+enumerable: true,\s+get: function\(\) \{\s+return ([\w$]+);\s+\}\s+\}\);\n?/gm

/** Hands out values in place of getters: a part is loaded as a whole, and what it exports stays the same. */
const withPlainExports = (text: string): string => {
  const names = [...text.matchAll(exported)].map(([, name, value]) =>
    name === value ? name : `${name}: ${value}`,
  )
  if (names.length === 0) return text
  return `${text.replace(exported, '')}Object.assign(exports, { ${names.join(', ')} });\n`
}

/** What is not ASCII would make the text of the part twice as long in memory, and slower to read. */
const inAscii = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Jest runs each file of tests in a context of its own, where the engine asks for a global name at each use, which takes
 * twenty times as long as a constant: without these, a charge takes a tenth longer. What tests replace
 * is not among them, such as `Date` and `fetch`.
 */
const constants =
  'Array Error JSON Map Math Number Object Promise RegExp Set String Symbol TypeError Uint8Array WeakMap'

/** The names of modules stay, for people who step into it; assets have the path of this machine in theirs. */
const withoutAssetNames = (text: string): string => text.replace(/^\/\/ \\0.*\n/gm, '')

const textOf = (code: string): string =>
  inAscii(
    withFunctions(withoutAssetNames(withNode(withLoader(withLateParts(withPlainExports(code), () => true))))),
  )

const partFile = (code: string): string => {
  const globals = `const { ${constants.replaceAll(' ', ', ')} } = globalThis;`
  return `module.exports = (function (exports, __part) { "use strict"; ${globals}\n${textOf(code)}})\n`
}

const entryFile = (code: string): string =>
  `"use strict";\nconst __part = require("./load.cjs");\n${textOf(code)}`

const moduleFile = (name: string, names: readonly string[]): string =>
  names.length === 0
    ? `import './${name}.cjs'\n`
    : `import entry from './${name}.cjs'\nexport const { ${names.join(', ')} } = entry\n`

const write = (file: string, text: string): void => writeFileSync(join('dist', file), text)

/** Writes the files of these entries into `dist`, each in both formats. */
export const buildLibrary = async (entries: Entries): Promise<void> => {
  const timers = resolve('src/kernel/timers.ts')
  // The tests of its users have fake timers, which must stop none of it.
  const inject = Object.fromEntries(
    ['setTimeout', 'clearTimeout', 'setImmediate', 'queueMicrotask'].map(
      (name): [string, [string, string]] => [name, [timers, name]],
    ),
  )
  const chunks = await bundleInParts({ entries, prefix: 'part-', partOf: partOf(entries), inject })
  write('load.cjs', loader)
  for (const chunk of chunks) {
    write(chunk.fileName, chunk.isEntry ? entryFile(chunk.code) : partFile(chunk.code))
    if (chunk.isEntry) write(`${chunk.name}.js`, moduleFile(chunk.name, chunk.exports))
  }
}
