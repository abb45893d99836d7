import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as Yaml from 'yaml'
import { excessOf, tooDeepText } from '../fixtures/bounds'
import type { GivenFixture } from '../fixtures/load'
import { FixtureError, unlocated } from '../fixtures/problems'
import { type ReadFixture, readFixture } from '../fixtures/read'
import { fixtureText } from '../fixtures/write'
import { once } from '../kernel/json'
import { nearest } from '../kernel/nearest'
import { errorMessage } from '../kernel/sandbox-error'

/**
 * The fixtures that ship and those of the user, as files. `createSandbox` is synchronous, so they are read at once;
 * the reader of YAML is loaded when the first one is.
 */

/** Where the build puts the reader; the source takes it from where it was installed. */
declare const BUNDLED_YAML: string | undefined

/** This file, or the bundle in `dist` that holds it. */
const here = (): string => (typeof __filename === 'string' ? pathToFileURL(__filename).href : import.meta.url)

/** The library that reads and writes YAML, loaded at the first use. */
export const yaml = once((): typeof Yaml =>
  createRequire(here())(typeof BUNDLED_YAML === 'string' ? BUNDLED_YAML : 'yaml'),
)

/** The shipped fixtures: `dist` is one folder below the package, this file two. */
const folder = once(
  () => new URL(typeof BUNDLED_YAML === 'string' ? '../fixtures/' : '../../fixtures/', here()),
)

/** The names of the fixtures that ship. */
export const shippedFixtures = once((): readonly string[] =>
  readdirSync(folder())
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort(),
)

/** The text of a fixture that ships. */
export const shippedText = (name: string): string =>
  readFileSync(new URL(`${encodeURIComponent(name)}.yaml`, folder()), 'utf8')

/** Whether it is the path of a file, not the name of a fixture that ships. */
export const isFixturePath = (text: string): boolean => /[\\/]|\.(?:ya?ml|json)$/i.test(text)

/** Those that ship never change while a process runs: each is read once. */
const shipped = new Map<string, GivenFixture>()

/**
 * A fixture by its name, by its path, or as an object of the program.
 * @throws FixtureError when there is no such fixture or file
 */
export const openFixture = (fixture: string | URL | object): GivenFixture => {
  if (fixture instanceof URL) return openFile(fileURLToPath(fixture))
  if (typeof fixture === 'object') return fromObject(fixture)
  if (isFixturePath(fixture)) return openFile(fixture)
  let found = shipped.get(fixture)
  if (found === undefined) {
    if (!shippedFixtures().includes(fixture)) throw unknownFixture(fixture)
    found = { origin: `${fixture}.yaml`, ...readFixture(shippedText(fixture), yaml()) }
    shipped.set(fixture, found)
  }
  return found
}

/** A text in YAML or JSON, each part of which knows its line. */
export const readText = (text: string): ReadFixture => readFixture(text, yaml())

/** The text of a fixture, of which the origin is said in messages. */
export const openText = (origin: string, text: string): GivenFixture => ({
  origin,
  ...readFixture(text, yaml()),
})

/** A fixture as the text of a YAML file. */
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

/** Dates become text, what is undefined is left out: an object is taken as the JSON that it would be. */
const fromObject = (fixture: object): GivenFixture => {
  const origin = 'fixture'
  try {
    const text = JSON.stringify(fixture)
    const value: unknown = JSON.parse(text)
    const excess = excessOf(value, text.length)
    const problems = excess === null ? [] : [{ path: '', message: excess }]
    return { origin, value, problems, locate: unlocated }
  } catch (error) {
    // The engine writes JSON one call deeper for each level, as far as it can.
    const isTooDeep = error instanceof RangeError
    const message = isTooDeep ? tooDeepText : `is not JSON: ${errorMessage(error).split('\n')[0]}`
    return { origin, value: null, problems: [{ path: '', message }], locate: unlocated }
  }
}
