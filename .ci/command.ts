/**
 * What the command runs, in parts. Node keeps the compiled top level of each file for later starts, from 22.8 on, but no
 * function inside of it: one file of wrapped modules would be compiled anew each time.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { transform } from 'esbuild'
import { type CodeSplittingNameFunction, rolldown } from 'rolldown'
import { bundling, parts, reachedFrom } from './library'
import { noteLicences } from './licences'

const program = 'src/cli/main.ts'

/** What a server runs until its first answer. They import each other on demand, so that other commands need none. */
const serving = ['src/cli/serve.ts', 'src/node/server.ts', 'src/library/composition/app.ts']

/** Parts of the library that a first answer does not need: each is loaded when something in it is first used. */
const later = ['json-schema', 'catalogue', 'fixtures', 'proof', 'pages']
const required = new RegExp(
  `^(?:const|let) (require_\\w+) = (require\\("./program-(?:${later.join('|')}).cjs"\\));$`,
  'gm',
)

const withLateRequires = (text: string): string => {
  const names = [...text.matchAll(required)].map(([, name]) => name)
  if (names.length === 0) return text
  // In brackets, as `new part().Thing()` would make one of the function.
  return text
    .replace(required, 'let loaded_$1; const $1 = () => (loaded_$1 ??= $2);')
    .replace(new RegExp(`\\b(${names.join('|')})\\.`, 'g'), '($1()).')
}

/** Few files where many are needed at once: each costs a third of a millisecond. */
const partOf = (): CodeSplittingNameFunction => {
  let reached: readonly ReadonlySet<string>[] | undefined
  return (id, modules) => {
    reached ??= [program, ...serving].map((entry) => reachedFrom(resolve(entry), modules))
    const [common] = reached
    if (id === resolve(program) || !reached.some((ids) => ids.has(id))) return null
    return later.find((name) => parts[name]?.test(id)) ?? (common?.has(id) ? 'common' : 'serve')
  }
}

/** What Hono's adapter reads when it is loaded, and Node loads in the time of its own start. */
const lateWeb = resolve('src/node/late-web.ts')
const late = {
  inject: { lateWeb: [lateWeb, 'lateWeb'] },
  define: {
    global: 'lateWeb',
    Request: 'lateWeb.Request',
    Response: 'lateWeb.Response',
    Headers: 'lateWeb.Headers',
    'globalThis.Headers': 'lateWeb.Headers',
    'globalThis.CloseEvent': 'undefined',
  },
  alias: { 'node:http2': lateWeb },
} satisfies Parameters<typeof bundling>[1]

/** Smaller, as Node 20 compiles it at each start. Where Node shows the line that threw, it is one to look at. */
const minified = async (text: string): Promise<string> => {
  const options = {
    minify: true,
    format: 'cjs',
    lineLimit: 200,
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
  }
  return (await transform(text, options as Parameters<typeof transform>[1])).code
}

/** Writes `dist/program.cjs` and its parts. The library stays readable: people step into it from their tests. */
export const buildCommand = async (): Promise<void> => {
  const bundle = await rolldown(bundling({ program }, late))
  const { output } = await bundle.generate({
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'program-[name].cjs',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: partOf(), debugName: 'parts' }],
    },
  })
  await bundle.close()
  mkdirSync('dist', { recursive: true })
  for (const file of readdirSync('dist')) if (file.startsWith('program-')) rmSync(join('dist', file))
  for (const chunk of output) {
    if (chunk.type !== 'chunk') continue
    noteLicences(chunk.moduleIds)
    writeFileSync(join('dist', chunk.fileName), await minified(withLateRequires(chunk.code)))
  }
}
