/** The READMEs say what is true: generated parts come from the code, links lead somewhere, code blocks are run. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../src/cli/commands'
import { catalogue } from '../src/kernel/error-catalogue'
import { isTopic } from '../src/pages/docs/content'
import { anchorsOf, blocksOf, linksOf, pathOf, textOf, userPages } from './support/pages'
import { generatedParts, regenerate } from './support/readme'

const pages = [...userPages, 'src/README.md', 'test/README.md', 'test/bench/README.md']

const listed = execFileSync('git', ['ls-files', 'examples/*/README.md'], {
  cwd: pathOf('.'),
  encoding: 'utf8',
})
const linkingPages = [...pages, ...listed.trim().split('\n')]

test('the generated parts are what the code says now (npm run docs rewrites them)', async () => {
  const parts = await generatedParts()
  const generated = [...pages, 'src/pages/docs/topics/fidelity.md']
  const texts = generated.map(textOf)
  for (const name of Object.keys(parts)) expect(texts.join('')).toContain(`<!-- generated: ${name} -->`)
  for (const [i, page] of generated.entries())
    await expect(regenerate(texts[i] ?? '', parts)).toMatchFileSnapshot(pathOf(page))
})

test('the table of rooms in src/README.md says what .ci/rooms.grit checks', () => {
  const checked = [...textOf('.ci/rooms.grit').matchAll(/"(\S+) imports (.*)"/g)]
  const rooms = [...textOf('src/README.md').matchAll(/^\| `([\w.-]+)` \| .* \| (.*) \|$/gm)]
  const rows = rooms.map(([, room, imports]) => `${room} imports ${imports}`)
  expect(rows).toEqual(checked.map(([, room, imports]) => `${room} imports ${imports}`).slice(0, rows.length))
  expect(rows.length).toBe(13)
})

test('README.md has at most 11,000 bytes, and no line of more than 120 characters', () => {
  const text = textOf('README.md')
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(11_000)
  expect(text.split('\n').filter((line) => line.length > 120)).toEqual([])
})

test.each(linkingPages)('each link of %s leads to a file and a heading that exist', (page) => {
  const dead = linksOf(page).filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    return !existsSync(pathOf(target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
  })
  expect(dead).toEqual([])
})

test('every page of examples is linked from their first page', () => {
  const links = linksOf('examples/README.md')
  expect(
    listed
      .trim()
      .split('\n')
      .filter((page) => !links.includes(page.replace('examples/', ''))),
  ).toEqual([])
})

/** Languages that `test/package/pages.test.ts` knows how to run. */
const isRunnable = ({ language, file }: { language: string; file: string | null }): boolean =>
  language === 'sh' || language === 'text' || (['js', 'ts', 'yaml'].includes(language) && file !== null)

test.each(userPages)('every code block of %s is one that the tests run', (page) => {
  expect(blocksOf(page).filter((block) => !isRunnable(block))).toEqual([])
})

test('no two pages have a code block in common', () => {
  const blocks = userPages.flatMap((page) => blocksOf(page).map(({ text }) => text))
  expect(blocks.filter((text, i) => blocks.indexOf(text) !== i)).toEqual([])
})

const sources = execFileSync(
  'git',
  ['ls-files', 'src/**.ts', 'src/**.tsx', 'examples', 'fixtures/README.md', 'README.md'],
  {
    cwd: pathOf('.'),
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
  .map((file) => ({ file, text: textOf(file) }))

/** What the first group of the pattern finds in the code and the pages, as `where: what`, if it does not fit. */
const found = (pattern: RegExp, fits: (name: string) => boolean): readonly string[] =>
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)]
      .map(([, name = '']) => name)
      .filter((name) => !fits(name))
      .map((name) => `${file}: ${name}`),
  )

test('a help, a docstring or a message that names a topic of the documentation names one that exists', () => {
  const isEntry = (name: string): boolean => Object.hasOwn(catalogue, name)
  expect(
    found(/(?:payment-sandbox|\(see) docs ([a-z][\w-]*)/g, (name) => isTopic(name) || isEntry(name)),
  ).toEqual([])
  expect(found(/`docs\/([\w-]+)`/g, isTopic)).toEqual([])
})

test('a help, a docstring or a message that names a command names one that exists', () => {
  // `payment-sandbox ready on …` is what it prints.
  const names = ['ready', ...commands.map(({ name }) => name)]
  expect(
    found(/(?:npx|`)\s?payment-sandbox (?:help )?([a-z][\w-]*)/g, (name) => names.includes(name)),
  ).toEqual([])
})

test('a help, a docstring or a message that names an example names one that exists', () => {
  expect(found(/[`' (](examples\/[\w./-]*\w)/g, (path) => existsSync(pathOf(path)))).toEqual([])
})
