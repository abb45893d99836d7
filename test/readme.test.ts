/** The READMEs say what is true: generated parts come from the code, links lead somewhere, code blocks are run. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../src/cli/commands'
import { catalogue } from '../src/kernel/error-catalogue'
import { isTopic } from '../src/pages/docs/content'
import { anchorsOf, blocksOf, linksOf, pathOf, textOf, userPages } from './support/pages'
import { projectFiles } from './support/project-files'
import { generatedParts, regenerate } from './support/readme'

const pages = [...userPages, 'src/README.md', 'test/README.md', 'test/bench/README.md']

const files = projectFiles(pathOf('.'))
const examples = files.filter((file) => /^examples\/.+\/README\.md$/.test(file))

test('the generated parts are what the code says now (npm run docs rewrites them)', async () => {
  const parts = await generatedParts()
  const generated = [...pages, 'src/pages/docs/topics/fidelity.md']
  const texts = generated.map(textOf)
  for (const name of Object.keys(parts)) expect(texts.join('')).toContain(`<!-- generated: ${name} -->`)
  for (const [i, page] of generated.entries())
    await expect(regenerate(texts[i] ?? '', parts)).toMatchFileSnapshot(pathOf(page))
})

test('README.md has at most 11,000 bytes, and no line of more than 120 characters', () => {
  const text = textOf('README.md')
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(11_000)
  expect(text.split('\n').filter((line) => line.length > 120)).toEqual([])
})

test.each([...pages, ...examples])('each link of %s leads to a file and a heading that exist', (page) => {
  const dead = linksOf(page).filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    return !existsSync(pathOf(target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
  })
  expect(dead).toEqual([])
})

test('every page of examples is linked from their first page', () => {
  const links = linksOf('examples/README.md')
  expect(examples.filter((page) => !links.includes(page.replace('examples/', '')))).toEqual([])
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

const sources = files
  .filter((file) => /^(?:src\/.*\.tsx?|examples\/.*|(?:fixtures\/)?README\.md)$/.test(file))
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
