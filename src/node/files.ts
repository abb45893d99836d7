import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as Yaml from 'yaml'
import { fixtureFromObject } from '../fixtures/from-object'
import type { GivenFixture } from '../fixtures/load'
import { FixtureError } from '../fixtures/problems'
import { type ReadFixture, readFixture } from '../fixtures/read'
import { isFixturePath, openShipped } from '../fixtures/shipped'
import { fixtureText } from '../fixtures/write'
import { once } from '../kernel/json'
import { errorMessage } from '../kernel/sandbox-error'

/**
 * Reads the fixture files of the user. `createSandbox` is synchronous, so they are read synchronously. The YAML library
 * is loaded with the first one.
 */

/** The path of the bundled YAML library; the source uses the installed package. */
declare const BUNDLED_YAML: string | undefined

/** The URL of this file, or of the bundle in `dist` that contains it. */
const here = (): string => (typeof __filename === 'string' ? pathToFileURL(__filename).href : import.meta.url)

/**
 * The YAML library, loaded at the first use.
 * @throws FixtureError when a bundle contains this code without the file
 */
export const yaml = once((): typeof Yaml => {
  try {
    return createRequire(here())(typeof BUNDLED_YAML === 'string' ? BUNDLED_YAML : 'yaml')
  } catch (error) {
    const [why] = errorMessage(error).split('\n')
    const message = `cannot be read: ${why}. A bundle has the code of payment-sandbox without its files: name payment-sandbox among the externals of the bundler, or give fixtures as objects`
    throw new FixtureError('its reader of YAML', [{ path: '', message }])
  }
})

/** The file of a shipped fixture: `dist` is one level below the package root, this file two. */
export const shippedText = (name: string): string => {
  const root = typeof BUNDLED_YAML === 'string' ? '..' : '../..'
  return readFileSync(new URL(`${root}/fixtures/${name}.yaml`, here()), 'utf8')
}

/**
 * Opens a fixture by its name or path, or takes an object of the program.
 * @throws FixtureError when there is no such fixture or file
 */
export const openFixture = (fixture: string | URL | object): GivenFixture => {
  if (fixture instanceof URL) return openFile(fileURLToPath(fixture))
  if (typeof fixture === 'object') return fixtureFromObject(fixture)
  if (isFixturePath(fixture)) return openFile(fixture)
  return openShipped(fixture, `a file of your own is a path: ./${fixture}.yaml`)
}

/** Reads a text in YAML or JSON and keeps the line of each part. */
export const readText = (text: string): ReadFixture => readFixture(text, yaml())

/** Reads the text of a fixture. Messages name its origin. */
export const openText = (origin: string, text: string): GivenFixture => ({
  origin,
  ...readFixture(text, yaml()),
})

/** Prints a fixture as a YAML file. */
export const printFixture = (fixture: object, remarks: readonly string[]): string =>
  fixtureText(fixture, remarks, yaml())

const openFile = (path: string): GivenFixture => {
  try {
    return openText(path, readFileSync(path, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : message
    throw new FixtureError(path, [{ path: '', message: `cannot be read: ${why}` }])
  }
}
