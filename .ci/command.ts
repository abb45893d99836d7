/**
 * What the command runs, in parts. Node keeps the compiled top level of each file for later starts, from 22.8 on, but no
 * function inside of it: one file of wrapped modules would be compiled anew each time.
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { transform } from 'esbuild'
import type { CodeSplittingNameFunction } from 'rolldown'
import { bundleInParts, reachedFrom, withLateParts } from './in-parts'
import { parts } from './library'

const program = 'src/cli/main.ts'

/** What a server runs until its first answer. They import each other on demand, so that other commands need none. */
const serving = ['src/cli/serve.ts', 'src/node/server.ts', 'src/pages/payers/app.ts']

/** Parts of the library that a first answer does not need: each is loaded when something in it is first used. */
const later = ['json-schema', 'catalogue', 'fixtures', 'audit', 'pages']

/** Few files where many are needed at once: each costs a third of a millisecond. */
const partOf = (): CodeSplittingNameFunction => {
  let reached: readonly ReadonlySet<string>[] | undefined
  return (id, modules) => {
    reached ??= [program, ...serving].map((entry) => reachedFrom(resolve(entry), modules))
    const [common] = reached
    if (id === resolve(program) || !reached.some((ids) => ids.has(id))) return null
    const name = later.find((each) => parts[each]?.test(id))
    return name === undefined ? (common?.has(id) ? 'common' : 'serve') : `late-${name}`
  }
}

/** What Hono's adapter reads when it is loaded, and Node loads in the time of its own start. */
const standIns = resolve('src/node/late-web.ts')
const lateWeb = {
  inject: { lateWeb: [standIns, 'lateWeb'] },
  define: {
    global: 'lateWeb',
    Request: 'lateWeb.Request',
    Response: 'lateWeb.Response',
    Headers: 'lateWeb.Headers',
    'globalThis.Headers': 'lateWeb.Headers',
    'globalThis.CloseEvent': 'undefined',
  },
  alias: { 'node:http2': standIns },
} satisfies Partial<Parameters<typeof bundleInParts>[0]>

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
  const chunks = await bundleInParts({
    entries: { program },
    prefix: 'program-',
    partOf: partOf(),
    ...lateWeb,
  })
  for (const { fileName, code } of chunks)
    writeFileSync(
      join('dist', fileName),
      await minified(withLateParts(code, (part) => part.startsWith('program-late-'))),
    )
}
