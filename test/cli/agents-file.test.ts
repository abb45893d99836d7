/** `payment-sandbox init --agents`: a section of AGENTS.md. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testCards } from '../../src/sandbox/actions/token'
import { temporaryFolder } from '../support/folder'
import { inside } from './inside'

const begin = '<!-- payment-sandbox -->'
const end = '<!-- /payment-sandbox -->'

const write = async (before?: string) => {
  const folder = temporaryFolder()
  const file = `${folder}/AGENTS.md`
  if (before !== undefined) writeFileSync(file, before)
  const ended = await inside(['init', folder, '--agents'])
  return { ...ended, folder, file, after: existsSync(file) ? readFileSync(file, 'utf8') : null }
}

it('writes AGENTS.md and nothing else, in at most 40 lines', async () => {
  const { code, stderr, folder, after } = await write()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(readdirSync(folder)).toEqual(['AGENTS.md'])
  expect(after?.startsWith(`${begin}\n`)).toBe(true)
  expect(after?.endsWith(`${end}\n`)).toBe(true)
  expect(after?.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
})

it('says what is true: keys, test cards, and paths of the control plane', async () => {
  const { after } = await write()
  for (const text of [
    'skey_test_sandbox',
    'pkey_test_sandbox',
    '/faults',
    '/clock',
    '/deliveries',
    'explore',
    'compare',
  ])
    expect(after).toContain(text)
  const named = [...(after ?? '').matchAll(/(\d{16}) ([a-z_]+_[a-z_]+)/g)]
  expect(named.length).toBeGreaterThan(3)
  for (const [, number, outcome = ''] of named) expect(testCards().get(outcome)).toBe(number)
})

it.each([
  ['without a section', '# Ours\r\n\r\nText without an end'],
  ['with an older section', `# Ours\r\n${begin}\nold\n${end}\r\n\r\nMore, ไทย\t `],
  ['that is empty', ''],
])('keeps the rest of a file %s byte for byte, and changes nothing the second time', async (_, before) => {
  const { file, after, folder } = await write(before)
  const [, rest] = before.split(end)
  expect(after?.startsWith(before.split(begin)[0] ?? '')).toBe(true)
  if (rest !== undefined) expect(after?.endsWith(`${end}${rest}`)).toBe(true)
  expect(after).not.toContain('\nold\n')
  const again = await inside(['init', folder, '--agents'])
  expect(again).toMatchObject({ code: 0, stdout: `${file} is up to date\n` })
  expect(readFileSync(file, 'utf8')).toBe(after)
})

it.each([
  ['one mark', `a\n${begin}\nb`],
  ['the other mark', `a\n${end}\nb`],
  ['marks in the wrong order', `${end}\n${begin}`],
  ['two sections', `${begin}\n${end}\n${begin}\n${end}\n`],
])('refuses a file with %s, and leaves it as it is', async (_, before) => {
  const { code, stdout, stderr, after } = await write(before)
  expect({ code, stdout, after }).toEqual({ code: 1, stdout: '', after: before })
  expect(stderr).toMatch(
    /^payment-sandbox: \S+AGENTS\.md has no pair of .*: fix the two marks, or remove both\n$/,
  )
})

it('refuses an AGENTS.md that is no file', async () => {
  const folder = temporaryFolder()
  mkdirSync(`${folder}/AGENTS.md`)
  expect((await inside(['init', folder, '--agents'])).stderr).toMatch(
    /cannot read \S+AGENTS\.md \(.+\), and nothing/,
  )
})
