import { statSync } from 'node:fs'
import type { GivenFixture } from '../fixtures/load'
import { FixtureError, type Path } from '../fixtures/problems'
import { isFixturePath } from '../fixtures/shipped'
import { remarksOn } from '../fixtures/write'
import { isObject } from '../kernel/json'
import { openFixture, printFixture } from '../node/files'
import { columns } from './columns'
import { Failure, type Given } from './given'
import { runningOf, type ServerAnswer } from './running'
import { saveFile } from './saving'
import { withSchemaPath } from './schema-path'
import { terminalOf } from './terminal'

/** Loads a fixture into a running sandbox, or records one from it. */

/** Creates the records of a fixture, and prints their ids by the names that the fixture gives them. */
export const loadInto = async (given: Given, name: string): Promise<void> => {
  const fixture = openFixture(name)
  if (fixture.problems.length > 0) throw new FixtureError(fixture.origin, fixture.problems)
  const { reset } = given.flags
  const own = reset === true ? { fixture: fixture.value, reset } : fixture.value
  const body = isFixturePath(name) ? own : { name, ...(reset === true && { reset }) }
  const { json } = await runningOf(given)
    .control('POST', '/fixtures', body)
    .catch((error: unknown) => {
      throw error instanceof Failure && error.issues.length > 0 ? locatedIn(fixture, error) : error
    })
  const ids = isObject(json.ids) ? Object.entries(json.ids) : []
  if (Array.isArray(json.again)) process.stderr.write(againText(json.again.map(String)))
  const { write } = terminalOf(process.stdout, process.env)
  if (given.flags.json === true) write(`${JSON.stringify(json)}\n`)
  else if (ids.length === 0) write(`loaded ${name}; it names no records\n`)
  else write(columns(ids.map(([alias, id]) => [alias, String(id)])))
}

const againText = (names: readonly string[]): string => {
  const rest = names.length > 5 ? ` and ${names.length - 5} more` : ''
  return `payment-sandbox: made again: ${names.slice(0, 5).join(', ')}${rest}. The records that had these names before are still there: --reset empties the account first\n`
}

/** The problems that the sandbox reports about a file, with the lines of the file. */
const locatedIn = ({ origin, locate }: GivenFixture, { issues }: Failure): FixtureError =>
  new FixtureError(
    origin,
    issues.map(({ path, message }) =>
      locate({ path: pathIn(path), message, atKey: message.startsWith('is not known here') }),
    ),
  )

/** `charges[0].amount` */
const pathIn = (text: string): Path =>
  text
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** Prints the records of the sandbox as a fixture, or writes them to a file. */
export const recordFrom = async (given: Given, file: string | undefined): Promise<void> => {
  if (file !== undefined && given.flags.force !== true && statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Failure(
      `${file} exists, and nothing was recorded: name another file, or overwrite it with --force`,
    )
  const { json } = await runningOf(given)
    .long('GET', '/fixtures')
    .catch((error: unknown) => {
      if (!(error instanceof Failure) || error.message !== 'stopped') throw error
      throw new Failure('the recording was stopped: nothing was written')
    })
  const { write } = terminalOf(process.stdout, process.env)
  const { fixture, leftOut } = recordedIn(json)
  const asJson = given.flags.json === true
  const inYaml = (path: string): string => withSchemaPath(printFixture(fixture, remarksOn(leftOut)), path)
  if (file === undefined) {
    write(asJson ? `${JSON.stringify(json, null, 2)}\n` : inYaml('recorded.yaml'))
    return
  }
  const inJson = /\.json$/i.test(file)
  saveFile(file, inJson ? `${JSON.stringify(fixture, null, 2)}\n` : inYaml(file))
  if (asJson) {
    write(`${JSON.stringify({ recorded: file, left_out: leftOut })}\n`)
    return
  }
  write(`recorded ${file}: ${sumOf(fixture)}\n`)
  // JSON has no comments.
  for (const remark of inJson || leftOut.length > 0 ? remarksOn(leftOut) : []) write(`${remark}\n`)
}

const recordedIn = (json: ServerAnswer['json']) => {
  if (!isObject(json.fixture) || !Array.isArray(json.left_out))
    throw new Failure('this server cannot record fixtures: it is an older payment-sandbox')
  const leftOut = json.left_out.filter(isObject).map(({ id, why }) => ({ id: String(id), why: String(why) }))
  return { fixture: json.fixture, leftOut }
}

/** `2 customers, 1 charge`: the entries of its sections. */
const sumOf = (fixture: Readonly<Record<string, unknown>>): string => {
  const parts = Object.entries(fixture).flatMap(([section, entries]) => {
    if (!Array.isArray(entries)) return []
    return [`${entries.length} ${entries.length === 1 ? section.slice(0, -1) : section}`]
  })
  return parts.join(', ') || 'no records'
}
