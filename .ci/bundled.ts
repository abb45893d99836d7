/** Names the packages whose code the bundles contain: their licences, and a bill of materials for those who audit. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'rolldown'
import { bundledFiles } from './assets.mjs'

/** Their folders. tsup adds helpers of its own to what it builds. */
const folders = new Set(['node_modules/tsup'])

/** Collects the packages of a bundle, and writes the files anew with those of the bundles before it. */
export const bundledPackages: Plugin = {
  name: 'bundled packages',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    for (const file of [...modules, ...bundledFiles]) {
      const [folder] = /.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file) ?? []
      if (folder !== undefined) folders.add(relative('.', folder).replaceAll('\\', '/'))
    }
    mkdirSync('dist', { recursive: true })
    const packages = [...folders].sort().map(readPackage)
    writeFileSync('dist/LICENSES.txt', packages.map(noticeOf).join(`\n${'-'.repeat(80)}\n\n`))
    writeFileSync('dist/sbom.json', `${JSON.stringify(billOf(packages), null, 2)}\n`)
  },
}

interface Bundled {
  /** Below the root of the project. */
  readonly folder: string
  readonly name: string
  readonly version: string
  readonly license: string
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

const readPackage = (folder: string): Bundled => ({ ...readJson(join(folder, 'package.json')), folder })

/** Each licence requires that it comes with the code. */
const noticeOf = ({ folder, name, version, license }: Bundled): string => {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return `${name} ${version}, ${license}\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}\n`
}

/** As CycloneDX has it. Without the time and the number that it may have, as two builds of one source are the same. */
const billOf = (packages: readonly Bundled[]) => {
  const own = readJson('package.json')
  const installed = readJson('package-lock.json').packages
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: componentOf(own) },
    components: packages.map((each) => ({
      ...componentOf(each),
      hashes: [{ alg: 'SHA-512', content: sha512In(installed[each.folder].integrity) }],
    })),
  }
}

const componentOf = ({ name, version, license }: Omit<Bundled, 'folder'>) => {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    licenses: [{ license: { id: license } }],
    purl,
  }
}

/** `sha512-` and its bytes in base64, as npm writes it, in hexadecimal digits. */
const sha512In = (integrity: string): string =>
  Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
