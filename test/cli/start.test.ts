/** What stands between the command and the program: compiled code that an earlier start has left. */
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import * as nodeModule from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { cli, run } from './command'

/** Says a word and, where it is asked to, stays until something compiled is in place. */
const programOf = (word: string): string => `
console.log('${word}')
if (process.argv[2] === 'stay')
  require('node:fs').watch(process.env.NODE_COMPILE_CACHE, (_, name) => /-\\d+$/.test(name) && process.exit())
`

let folder: string
let cache: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-start-'))
  cache = mkdtempSync(join(tmpdir(), 'payment-sandbox-cache-'))
  onTestFinished(() => {
    for (const path of [folder, cache]) rmSync(path, { recursive: true, force: true })
  })
  copyFileSync(cli, join(folder, 'cli.cjs'))
  build('one')
})

const build = (word: string): void => writeFileSync(join(folder, 'program.cjs'), programOf(word))

const start = async (words: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<string> => {
  const { stdout, stderr, code } = await run(process.execPath, [join(folder, 'cli.cjs'), ...words], {
    NODE_COMPILE_CACHE: cache,
    ...env,
  }).ended
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  return stdout.trim()
}

const compiled = (): string => {
  const [name = '', ...rest] = readdirSync(cache)
  expect(rest).toEqual([])
  return join(cache, name)
}

// From 22.8 on, Node does it.
describe.runIf(!('enableCompileCache' in nodeModule))('a start', () => {
  it('runs what an earlier one has compiled', async () => {
    expect(await start(['stay'])).toBe('one')
    const one = compiled()
    expect(statSync(one).mode & 0o077).toBe(0)
    const before = readFileSync(one)
    build('two')
    rmSync(one)
    expect(await start(['stay'])).toBe('two')
    // Both are as long, so that the engine takes one for the other: only who does not compile says "one" now.
    writeFileSync(compiled(), before)
    expect(await start()).toBe('one')
  })

  it('keeps what it has compiled when a server ends early, and nothing when another command does', async () => {
    const ends = 'setTimeout(() => process.exit(), 50)'
    for (const [rest, kept] of [
      [ends, 1],
      ['', 0],
    ] as const) {
      for (const name of readdirSync(cache)) rmSync(join(cache, name))
      writeFileSync(
        join(folder, 'program.cjs'),
        `exports.started = Promise.resolve(); console.log('one'); ${rest}`,
      )
      expect(await start()).toBe('one')
      expect(readdirSync(cache)).toHaveLength(kept)
    }
  })

  it('compiles what was built since', async () => {
    await start(['stay'])
    build('two')
    expect(await start()).toBe('two')
  })

  it.each([
    ['cut short', (file: string) => writeFileSync(file, 'short')],
    ['empty', (file: string) => writeFileSync(file, '')],
    ['of the right size and zeros', (file: string) => writeFileSync(file, Buffer.alloc(statSync(file).size))],
  ])('compiles again, and keeps that, where what was kept is %s', async (_, damage) => {
    await start(['stay'])
    const whole = statSync(compiled()).size
    damage(compiled())
    expect(await start(['stay'])).toBe('one')
    expect(statSync(compiled()).size).toBe(whole)
  })

  it.each([
    ['a folder that others can write to', () => chmodSync(cache, 0o777), {}],
    ['a file where the folder should be', () => {}, { NODE_COMPILE_CACHE: cli }],
    ['NODE_DISABLE_COMPILE_CACHE', () => {}, { NODE_DISABLE_COMPILE_CACHE: '1' }],
  ])('reads the program itself, and keeps nothing, with %s', async (_, arrange, env) => {
    arrange()
    expect(await start([], env)).toBe('one')
    build('two')
    expect(await start([], env)).toBe('two')
    expect(readdirSync(cache)).toEqual([])
  })
})
