/** What a warm `POST /charges` goes through, in a copy of the source in which each function says that it was entered. */
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'rolldown'
import ts from 'typescript'
import { assets } from '../../.ci/assets.mjs'
import { nodesOf, only } from '../support/syntax'

interface Walk {
  readonly files: number
  readonly functions: number
  /** Functions of the source on the deepest stack. */
  readonly depth: number
}

const announced = (file: string, text: string): string => {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const inserted = only(nodesOf(tree), 'functions').flatMap((node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return []
    const start = node.body.getStart(tree)
    const call = `enteredFunction(${JSON.stringify(`${file}:${start}`)})`
    if (ts.isBlock(node.body)) return [{ at: start + 1, text: `${call};` }]
    return [
      { at: start, text: `(${call},` },
      { at: node.body.end, text: ')' },
    ]
  })
  let result = ''
  let done = 0
  for (const { at, text: part } of inserted.sort((a, b) => a.at - b.at)) {
    result += text.slice(done, at) + part
    done = at
  }
  return result + text.slice(done)
}

const announcing = (root: string): Plugin => ({
  name: 'announcing',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.tsx?$/ },
    handler: (text, path) => ({ code: announced(relative(root, path), text) }),
  },
})

type Library = typeof import('../../src/index')

export const walkOfCharge = async (root: string): Promise<Walk> => {
  const out = join(root, 'node_modules', '.cache', 'house', 'walked.mjs')
  await build({
    input: join(root, 'src', 'index.ts'),
    platform: 'node',
    external: /^[@a-z]/,
    plugins: [assets, announcing(root)],
    transform: { target: 'node20' },
    output: { file: out, codeSplitting: false },
  })
  const seen = new Set<string>()
  let depth = 0
  let watching = false
  const enteredFunction = (where: string): void => {
    if (!watching) return
    seen.add(where)
    const frames = new Error('here').stack?.split('\n') ?? []
    const own = frames.filter((frame) => frame.includes('walked.mjs') && !frame.includes('at async '))
    depth = Math.max(depth, own.length)
  }
  Object.assign(globalThis, { enteredFunction })
  Error.stackTraceLimit = Number.POSITIVE_INFINITY
  const { createSandbox }: Library = await import(pathToFileURL(out).href)
  const sandbox = createSandbox()
  const headers = { authorization: sandbox.authorization.secret }

  const rounds = 20
  for (let round = 1; round <= rounds; round += 1) {
    const body = new URLSearchParams({ amount: '10000', currency: 'thb', card: sandbox.token().id })
    const request = new Request(`${sandbox.url}/charges`, { method: 'POST', headers, body })
    watching = round === rounds
    const answer = await sandbox.fetch(request)
    watching = false
    if (answer.status !== 200) throw new Error(await answer.text())
  }
  await sandbox.close()
  return { files: new Set([...seen].map((where) => where.split(':')[0])).size, functions: seen.size, depth }
}
