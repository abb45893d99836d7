import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as Yaml from 'yaml'
import { fixtureFromObject } from '../fixtures/from-object'
import type { GivenFixture } from '../fixtures/load'
import { FixtureError } from '../fixtures/problems'
import { type ReadFixture, readFixture } from '../fixtures/read'
import { fixtureText } from '../fixtures/write'
import { once } from '../kernel/json'
import { nearest } from '../kernel/nearest'
import { errorMessage } from '../kernel/sandbox-error'
import type { ShippedFixture } from '../library/fixtures/fixture-loader'

/**
 * Reads fixture files: those of the package and those of the user. `createSandbox` is synchronous, so they are read
 * synchronously. The YAML library is loaded with the first fixture.
 */

/** The path of the bundled YAML library; the source uses the installed package. */
declare const BUNDLED_YAML: string | undefined

/** The URL of this file, or of the bundle in `dist` that contains it. */
const here = (): string => (typeof __filename === 'string' ? pathToFileURL(__filename).href : import.meta.url)

/** The YAML library, loaded at the first use. */
export const yaml = once((): typeof Yaml =>
  fromPackage('its reader of YAML', () =>
    createRequire(here())(typeof BUNDLED_YAML === 'string' ? BUNDLED_YAML : 'yaml'),
  ),
)

/** The folder of the shipped fixtures: `dist` is one level below the package root, this file two. */
const folder = once(
  () => new URL(typeof BUNDLED_YAML === 'string' ? '../fixtures/' : '../../fixtures/', here()),
)

/** Reads a file of the package. A bundle of a user's program has its code without its files. */
const fromPackage = <T>(what: string, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    const [why] = errorMessage(error).split('\n')
    const message = `cannot be read: ${why}. A bundle has the code of payment-sandbox without its files: name payment-sandbox among the externals of the bundler, or give fixtures as objects`
    throw new FixtureError(what, [{ path: '', message }])
  }
}

/**
 * The names of the shipped fixtures.
 * @throws FixtureError when a bundle contains this code without the files
 */
export const shippedFixtures = once((): readonly string[] =>
  fromPackage('the shipped fixtures', () => readdirSync(folder()))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort(),
)

/** The shipped fixtures, each with what it is about. Throws as `shippedFixtures` does. */
export const describeFixtures = once((): readonly ShippedFixture[] =>
  shippedFixtures().map((name) => ({
    name,
    // Reading all of them as YAML takes 200 ms.
    description: /^description: (.+)$/m.exec(shippedText(name))?.[1] ?? '',
  })),
)

/** The text of a shipped fixture. */
export const shippedText = (name: string): string =>
  fromPackage('the shipped fixtures', () =>
    readFileSync(new URL(`${encodeURIComponent(name)}.yaml`, folder()), 'utf8'),
  )

/** Whether the text is the path of a file, not the name of a shipped fixture. */
export const isFixturePath = (text: string): boolean => /[\\/]|\.(?:ya?ml|json)$/i.test(text)

/** Shipped fixtures do not change while a process runs, so each is read once. */
const shipped = new Map<string, GivenFixture>()

/**
 * Opens a fixture by its name or path, or takes an object of the program.
 * @throws FixtureError when there is no such fixture or file
 */
export const openFixture = (fixture: string | URL | object): GivenFixture => {
  if (fixture instanceof URL) return openFile(fileURLToPath(fixture))
  if (typeof fixture === 'object') return fixtureFromObject(fixture)
  if (isFixturePath(fixture)) return openFile(fixture)
  let found = shipped.get(fixture)
  if (found === undefined) {
    if (!shippedFixtures().includes(fixture)) throw unknownFixture(fixture)
    found = { origin: `${fixture}.yaml`, ...readFixture(shippedText(fixture), yaml()) }
    shipped.set(fixture, found)
  }
  return found
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

const unknownFixture = (name: string): FixtureError => {
  const [near] = nearest(name, shippedFixtures(), 1)
  const hint =
    near === undefined ? `those that ship are ${shippedFixtures().join(', ')}` : `did you mean ${near}?`
  const message = `is not the name of a fixture; ${hint} (a file of your own is a path: ./${name}.yaml)`
  return new FixtureError(`fixture "${name}"`, [{ path: '', message }])
}
