/** The README says what is true: its tables come from the code and its session is run as printed. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import * as made from '../src/factories/factories'
import { createSandbox } from '../src/index'
import { intercept } from '../src/intercept/intercept'
import { generatedParts, regenerate } from './support/readme'

const file = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))
const readme = readFileSync(file('README.md'), 'utf8')
const example = readFileSync(file('examples/vitest-checkout/charge.test.ts'), 'utf8')

/** The code block after a heading or sentence, by its language. */
const blockAfter = (mark: string, language: string): string => {
  const block = new RegExp(`${mark}[\\s\\S]*?\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1]
  if (block === undefined) throw new Error(`README has no ${language} block after "${mark}"`)
  return block
}

const pages = ['README.md', 'src/README.md', 'test/README.md']

test('the generated parts are what the code says now (npm run docs rewrites them)', async () => {
  const parts = await generatedParts(example)
  const texts = pages.map((page) => readFileSync(file(page), 'utf8'))
  for (const name of Object.keys(parts)) expect(texts.join('')).toContain(`<!-- generated: ${name} -->`)
  for (const [i, page] of pages.entries())
    await expect(regenerate(texts[i] ?? '', parts)).toMatchFileSnapshot(file(page))
})

test('the curl session prints what the README shows', async () => {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox.close())
  const { url, vaultUrl } = await sandbox.listen({ port: 0 })
  const session = blockAfter('## A minute with curl', 'bash')
    .replaceAll('http://127.0.0.1:4111', url)
    .replaceAll('http://127.0.0.1:4112', vaultUrl)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', session])
  const printed = blockAfter('It prints', 'text')
  expect(stdout).toBe(printed)
  expect(sandbox.charges.last()).toMatchObject({ status: 'successful', refunded_amount: 50_000 })
})

test('the first test of the README has five lines; the tests of the examples run it', () => {
  const shown = blockAfter('## A minute with vitest', 'ts').trim()
  expect(shown.split('\n')).toHaveLength(5)
  expect(shown).toBe(example.replaceAll('\n\n', '\n').trim())
})

test('the factories make what the README says', () => {
  const block = blockAfter('### Records without a server', 'js')
  const lines = [...block.matchAll(/^(\w.*\)\S*) \/\/ ('[^']*'|\d+)/gm)]
  expect(lines.length).toBe(7)
  for (const [, code = '', value = ''] of lines) {
    const result = runInNewContext(code, { ...made })
    expect(result, code).toBe(runInNewContext(value))
  }
})

test('intercepted code reaches the sandbox as the README says', async () => {
  const block = blockAfter('### Code whose hosts are wired in', 'js').replace(/^import .*\n/gm, '')
  const given = { createSandbox, intercept, fetch: (...call: Parameters<typeof fetch>) => fetch(...call) }
  expect(await runInNewContext(`(async () => { ${block}; return answer.json() })()`, given)).toMatchObject({
    object: 'account',
  })
})

test('the README links to no file, as most read it where there are none; the examples that it names are there', () => {
  expect([...readme.matchAll(/\]\((?!https?:|#)([^)]+)/g)].map(([, link]) => link)).toEqual([])
  const named = [...readme.matchAll(/`(examples\/[^`]+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(0)
  for (const path of named) expect(existsSync(file(path)), path).toBe(true)
})

test('every link inside the README leads to one of its headings', () => {
  const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )
  const links = [...readme.matchAll(/\]\(#([^)]+)\)/g)].map((match) => match[1] ?? '')
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((link) => !headings.includes(link))).toEqual([])
})
