/** What the package says of the packages whose code it contains: their licences, and its bill of materials. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import manifest from '../../package.json'
import { packedPackage, patience, root } from './packed'

let dist: string

beforeAll(async () => {
  dist = join(await packedPackage(), 'dist')
}, patience)

/** Packages that are only in minified code, where no comment of the bundler names them. */
const onlyMinified = [
  // The tools for agents.
  '@modelcontextprotocol/sdk',
  'content-type',
  // A script of the dashboard.
  'idiomorph',
  // Parts of the build with nothing but code of packages.
  'marked',
  'tldts',
  'tldts-core',
  'yaml',
]

/** The comment of a bundler about a module: of rolldown `//#region <file>`, of esbuild `// <file>`. */
const origin = /^ *\/\/(?:#region)? (node_modules\/.*)$/gm

/** Names with versions, such as `hono@4.13.19`. */
const nameOf = (folder: string): string => {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  return `${name}@${version}`
}

/** Which packages the bundler names in its files. */
const bundled = (): ReadonlySet<string> => {
  const folders = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.c?js$/.test(file))
    .flatMap((file) => [...readFileSync(join(dist, file), 'utf8').matchAll(origin)])
    .flatMap(([, file = '']) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [])
  return new Set(folders.map(nameOf))
}

const expected = (): readonly string[] => {
  const minified = ['tsup', ...onlyMinified].map((name) => nameOf(`node_modules/${name}`))
  return [...new Set([...bundled(), ...minified])].sort()
}

it('the licence of every package whose code it contains comes with it, and of no other', () => {
  const notices = readFileSync(join(dist, 'LICENSES.txt'), 'utf8').split(`\n${'-'.repeat(80)}\n\n`)
  const titles = notices.map((notice) => notice.replace(/^(\S+) (\S+), .*$/s, '$1@$2'))
  expect(titles.toSorted()).toEqual(expected())
  for (const notice of notices)
    expect(notice, notice.slice(0, 40)).toMatch(/^.+\n\n.*(?:copyright|permission)/is)
})

it('its bill of materials names the same packages, with licences and the digests of the lock file', () => {
  const { components, metadata } = JSON.parse(readFileSync(join(dist, 'sbom.json'), 'utf8'))
  expect(metadata.component).toMatchObject({ name: manifest.name, version: manifest.version })
  const titles: string[] = components.map((each: Component) => `${each.name}@${each.version}`)
  expect(titles.toSorted()).toEqual(expected())
  for (const { name, version, purl, licenses, hashes } of components as Component[]) {
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`)
    expect(licenses[0]?.license.id, name).toMatch(/^[\w.-]+$/)
    expect(hashes[0]?.content, name).toMatch(/^[\da-f]{128}$/)
  }
})

it('the bill of materials has no time and no number of its own: two builds of one source are the same', () => {
  expect(readFileSync(join(dist, 'sbom.json'), 'utf8')).not.toMatch(/timestamp|serialNumber|urn:uuid/)
})

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses: readonly { readonly license: { readonly id: string } }[]
  readonly hashes: readonly { readonly content: string }[]
}
