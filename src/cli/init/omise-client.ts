import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../kernel/json'
import { errorMessage } from '../../kernel/sandbox-error'
import { Failure } from '../command-line'

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
  // With what follows the name of a dependency: a version, or where it comes from.
  [
    /^package\.json$/,
    /"(?:omise(?:-[\w-]+)?|@omise\/[\w-]+|opn-payments)"\s*:\s*"(?:[\^~<>=*v\d]|latest"|(?:npm|file|link|git\S*|https?|workspace|catalog|portal):)/,
  ],
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

/** The packages that a manifest installs in its project, with their versions. */
export const dependenciesOf = (manifest: Manifest): Manifest =>
  Object.fromEntries(
    ['dependencies', 'devDependencies'].flatMap((kind) =>
      Object.entries(isObject(manifest[kind]) ? manifest[kind] : {}),
    ),
  )

/**
 * The file of a folder that names a client of Omise; `null` for none. A folder that cannot be read keeps no command from
 * its work: it names none.
 */
export const omiseClientIn = (folder: string): string | null => {
  const namesClient = (name: string): boolean => {
    const [, client] = clients.find(([file]) => file.test(name)) ?? []
    if (client === undefined) return false
    const text = readFileSync(join(folder, name), 'utf8')
    // A clone of this project has the client for its tests.
    return client.test(text) && !/"name": "payment-sandbox"/.test(text)
  }
  try {
    const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile())
    return files.map(({ name }) => name).find(namesClient) ?? null
  } catch {
    return null
  }
}
