import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { fixtureFromObject } from '../fixtures/from-object'
import type { GivenFixture } from '../fixtures/load'
import { FixtureError } from '../fixtures/problems'
import { readFixture } from '../fixtures/read'
import { isFixturePath, openShipped } from '../fixtures/shipped'
import { errorMessage, SandboxError } from '../kernel/sandbox-error'

export { fixtureText as printFixture } from '../fixtures/write'

/** Reads the fixture files of the user. `createSandbox` is synchronous, so they are read synchronously. */

/** The file of a shipped fixture: `dist` is one level below the package root, this file two. */
export const shippedText = (name: string): string => {
  const here = typeof __filename === 'string' ? pathToFileURL(__filename) : import.meta.url
  const files = ['..', '../..'].map((root) => new URL(`${root}/fixtures/${name}.yaml`, here))
  return readFileSync(files.find((file) => existsSync(file)) ?? '', 'utf8')
}

/**
 * Opens a fixture by its name or path, or takes an object of the program.
 * @throws FixtureError when there is no such fixture or file
 */
export const openFixture = (fixture: string | URL | object): GivenFixture => {
  if (fixture instanceof URL) return openFile(fileURLToPath(fixture))
  if (typeof fixture === 'object') return fixtureFromObject(fixture)
  if (isFixturePath(fixture)) return openFile(fixture)
  return openShipped(fixture, `your own file needs a path: ./${fixture}.yaml`)
}

/** Reads the text of a fixture. Messages name its origin. */
export const openText = (origin: string, text: string): GivenFixture => ({
  origin,
  ...readFixture(text),
})

const openFile = (path: string): GivenFixture => {
  try {
    return openText(path, readFileSync(path, 'utf8'))
  } catch (error) {
    throw new FixtureError(path, [{ path: '', message: `cannot be read: ${whyNot(error)}` }])
  }
}

const inPem = /-----BEGIN (TRUSTED )?CERTIFICATE-----[\s\S]+?-----END \1CERTIFICATE-----/g

/**
 * The certificates of a file, or of a text in PEM.
 * @param option the option that names the file, or has the text
 * @throws SandboxError `invalid_option`
 */
export const certificatesIn = (given: string, option: string): readonly string[] => {
  const isText = given.includes('-----BEGIN ')
  const refused = (why: string): SandboxError =>
    new SandboxError('invalid_option', `${option}: ${isText ? 'its text' : given} ${why}`)
  let text = given
  try {
    if (!isText) text = readFileSync(given, 'utf8')
  } catch (error) {
    throw refused(`cannot be read: ${whyNot(error)}`)
  }
  const certificates = text.match(inPem) ?? []
  if (certificates.length === 0)
    throw refused('has no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----')
  // A sequence in DER, of more than 255 bytes.
  if (!certificates.every((one) => /-\s*MI[\w+/=\s]+-----END/.test(one)))
    throw refused('has a certificate that cannot be read: copy it anew, with all of its lines')
  return certificates
}

/** Why a file could not be read or written: the words of the system, without its code, its call and the path. */
export const whyNot = (error: unknown): string => {
  if (!(error instanceof Error && 'syscall' in error)) return errorMessage(error)
  return error.message.replace(/^\w+: /, '').replace(/, \w+(?: '.*')?$/, '')
}
