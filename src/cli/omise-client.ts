import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../kernel/json'
import { errorMessage } from '../kernel/sandbox-error'
import { Failure } from './given'

/** Whether a project depends on a client of Omise, by the files of its package manager. */

type Manifest = Readonly<Record<string, unknown>>

/** `package.json` of a folder; empty when there is none. @throws Failure when it cannot be read */
export const manifestIn = (folder: string): Manifest => {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return {}
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isObject(manifest) ? manifest : {}
  } catch (error) {
    throw new Failure(`cannot read ${file} (${errorMessage(error)}), and nothing was written`)
  }
}

/** Each names a client of Omise in a file of this name. */
const clients: readonly (readonly [file: RegExp, client: RegExp])[] = [
  [/^composer\.json$/, /"omise\/[\w-]+"\s*:/],
  [/^Gemfile$/, /^\s*gem\s*\(?\s*['"]omise['"]/m],
  [/^requirements[\w-]*\.txt$/, /^\s*omise\s*(?:[=<>~![;@#]|$)/m],
  [/^pyproject\.toml$/, /^\s*omise\s*=|(?<!\bname\s*=\s*)["']omise\s*(?:[=<>~![;@][^"'\n]*)?["']/m],
  [/^go\.mod$/, /\bomise-go\b/],
  [/\.csproj$/, /\bInclude="Omise"/i],
  [/^(?:pom\.xml|build\.gradle(?:\.kts)?)$/, /\bco\.omise\b/],
  [/^pubspec\.yaml$/, /^\s+omise\w*\s*:/m],
  [/^mix\.exs$/, /\{\s*:omise\s*,/],
]

const inPackageJson = /^(?:omise(?:-[\w-]+)?|@omise\/[\w-]+|opn-payments)$/

const dependencyKinds = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** The packages that a manifest depends on, with their versions. */
export const dependenciesOf = (manifest: Manifest, kinds = dependencyKinds): Manifest =>
  Object.fromEntries(kinds.flatMap((kind) => Object.entries(isObject(manifest[kind]) ? manifest[kind] : {})))

/** The file of a folder that names a client of Omise; `null` for none. */
export const omiseClientIn = (folder: string): string | null => {
  if (Object.keys(dependenciesOf(manifestIn(folder))).some((name) => inPackageJson.test(name)))
    return 'package.json'
  const files = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  const names = files.filter((file) => file.isFile()).map(({ name }) => name)
  const namesClient = (name: string): boolean =>
    clients.some(([file, client]) => file.test(name) && client.test(readFileSync(join(folder, name), 'utf8')))
  return names.find(namesClient) ?? null
}
