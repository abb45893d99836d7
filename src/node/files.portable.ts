import { fixtureFromObject } from '../fixtures/from-object'
import type { GivenFixture } from '../fixtures/load'
import { FixtureError } from '../fixtures/problems'
import { isFixturePath, openShipped } from '../fixtures/shipped'
import { errorMessage, SandboxError } from '../kernel/sandbox-error'

/**
 * Fixtures where there are no files: those that ship, and objects of the program.
 * @throws FixtureError for an unknown name or a path
 */
export const openFixture = (fixture: string | URL | object): GivenFixture => {
  if (typeof fixture === 'object' && !(fixture instanceof URL)) return fixtureFromObject(fixture)
  if (typeof fixture === 'string' && !isFixturePath(fixture))
    return openShipped(fixture, 'your own fixture is an object')
  const message = 'cannot be read, as this platform has no files: give the fixture as an object'
  throw new FixtureError(`fixture "${fixture}"`, [{ path: '', message }])
}

/** @throws SandboxError `unsupported_runtime`: only Node lets a program choose whom it trusts */
export const certificatesIn = (_: string, option: string): never => {
  throw new SandboxError(
    'unsupported_runtime',
    `${option}: this platform trusts the certificates that it knows, and no others`,
  )
}

/** Prints a fixture as a YAML file. Its values are written as JSON, which is YAML too. */
export const printFixture = (fixture: object, remarks: readonly string[]): string =>
  [...remarks.map((remark) => `# ${remark}`), JSON.stringify(fixture, null, 2), ''].join('\n')

/** Reads the text of a fixture in JSON: there is no YAML library here. */
export const openText = (origin: string, text: string): GivenFixture => {
  try {
    return { ...fixtureFromObject(JSON.parse(text)), origin }
  } catch (error) {
    const message = `must be JSON, as this platform reads no YAML: ${errorMessage(error)}`
    throw new FixtureError(origin, [{ path: '', message }])
  }
}
