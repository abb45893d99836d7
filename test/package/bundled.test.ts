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

/** Only in minified code, where no comment of the bundler names them, or in parts with nothing but code of packages. */
const unnamed = [
  '@modelcontextprotocol/sdk',
  'content-type',
  'idiomorph',
  'marked',
  'tldts',
  'tldts-core',
  'tsup',
  'yaml',
]

/** The comment of a bundler about a module: of rolldown `//#region <file>`, of esbuild `// <file>`. */
const origin = /^ *\/\/(?:#region)? (node_modules\/.*)$/gm

type Named = Pick<typeof manifest, 'name' | 'version' | 'license'>

/** The packages that the bundler names in its files, and those that it does not, as the lock file has them. */
const bundled = (): readonly (Named & { readonly integrity: string })[] => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const named = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.c?js$/.test(file))
    .flatMap((file) => [...readFileSync(join(dist, file), 'utf8').matchAll(origin)])
    .flatMap(([, file = '']) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [])
  const folders = new Set([...named, ...unnamed.map((name) => `node_modules/${name}`)])
  return [...folders]
    .sort()
    .map((folder) => ({ ...packages[folder], name: folder.replace(/.*node_modules\//, '') }))
}

const componentOf = ({ name, version, license }: Named) => {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return { type: 'library', 'bom-ref': purl, name, version, licenses: [{ license: { id: license } }], purl }
}

it('the licence of every package whose code it contains comes with it, and of no other', () => {
  const notices = readFileSync(join(dist, 'LICENSES.txt'), 'utf8').split(`\n${'-'.repeat(80)}\n\n`)
  const titles = bundled().map(({ name, version, license }) => `${name} ${version}, ${license}`)
  expect(notices.map((notice) => notice.split('\n')[0])).toEqual(titles)
  for (const notice of notices) expect(notice).toMatch(/^.+\n\n.*(?:copyright|permission)/is)
})

it('its bill of materials says what the lock file says of them: no time, no number, so that builds are the same', () => {
  const hashesOf = (integrity: string) => [
    { alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') },
  ]
  expect(JSON.parse(readFileSync(join(dist, 'sbom.json'), 'utf8'))).toEqual({
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: componentOf(manifest) },
    components: bundled().map((each) => ({ ...componentOf(each), hashes: hashesOf(each.integrity) })),
  })
})
