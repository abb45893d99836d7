import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The calls that most tests start with. */
const firstCharge = `
const sandbox = require('./index.cjs').createSandbox()
const post = async (key, url, body) => {
  const headers = { authorization: sandbox.authorization[key], 'content-type': 'application/json' }
  const answer = await sandbox.fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}
const card = { name: 'A', number: '4242424242424242', expiration_month: 12, expiration_year: 2040 }
post('public', sandbox.vaultUrl + '/tokens', { card }).then(({ id }) =>
  post('secret', sandbox.url + '/charges', { amount: 100000, currency: 'thb', card: id }),
)
`

interface Script {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly Range[] }[]
}

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

/** The scripts of a process, with the number of calls of each function. */
const coverageOf = (program: string, cwd: string): readonly Script[] => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-coverage-'))
  try {
    execFileSync(process.execPath, ['-e', program], {
      cwd,
      env: { ...process.env, NODE_V8_COVERAGE: folder },
    })
    return readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).result)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Puts the functions that a first charge calls in parentheses. V8 reads a function twice, first to find its end and then
 * to compile it when it is called; one in parentheses it compiles at once. The build makes a charge to find these
 * functions.
 */
export const compileEagerly = (folder: string): void => {
  const own = `${pathToFileURL(resolve(folder))}/part-`
  for (const { url, functions } of coverageOf(firstCharge, folder)) {
    if (!url.startsWith(own)) continue
    const file = fileURLToPath(url)
    const text = readFileSync(file, 'utf8')
    const marks = functions
      .flatMap(({ ranges }) => ranges.slice(0, 1))
      .filter(({ count, startOffset }) => count > 0 && /^(?:async )?function\(/.test(text.slice(startOffset)))
      .flatMap(({ startOffset, endOffset }) => [[startOffset, '('] as const, [endOffset, ')'] as const])
      .sort(([a], [b]) => a - b)
    let [result, end] = ['', 0]
    for (const [at, mark] of marks) {
      result += text.slice(end, at) + mark
      end = at
    }
    writeFileSync(file, result + text.slice(end))
  }
}
