import { statSync } from 'node:fs'
import { createSandbox } from '../create-sandbox'
import type { GivenFixture } from '../fixtures/load'
import { FixtureError, type Path } from '../fixtures/problems'
import { describeFixtures, isFixturePath } from '../fixtures/shipped'
import { fixtureJsonSchema, remarksOn } from '../fixtures/write'
import { isObject } from '../kernel/json'
import { openFixture, printFixture, shippedText } from '../node/files'
import type { Records } from '../sandbox/records/records'
import { actionOf, Failure, type Given, wrong } from './command-line'
import { runningClient, type ServerAnswer } from './running/client'
import { saveFile, withSchemaPath } from './saving'
import { columns, printMessages, printResult, terminalOf } from './terminal'

const actions = {
  list: [],
  validate: ['<file...>'],
  show: ['<name>'],
  schema: [],
  load: ['<name|file>'],
  record: ['[file]'],
} as const

/** Lists, shows and validates fixtures, prints their schema, and loads or records them on a running sandbox. */
export const fixtures = async (given: Given): Promise<void> => {
  const { action, words } = actionOf('fixtures', actions, given)
  const asJson = given.flags.json === true
  const { write } = terminalOf(process.stdout, process.env)
  const print = (value: unknown): void => write(`${JSON.stringify(value, null, 2)}\n`)
  if (action === 'load') return loadInto(given, words[0] ?? '')
  if (action === 'record') return recordFrom(given, words[0])
  if (action === 'schema' && typeof given.flags.out === 'string')
    await saveFile(given.flags.out, `${JSON.stringify(fixtureJsonSchema(), null, 2)}\n`)
  else if (action === 'schema') print(fixtureJsonSchema())
  else if (action === 'show') {
    const name = words[0] ?? ''
    if (isFixturePath(name))
      throw wrong(`fixtures show prints those that ship; ${name} is your own file: fixtures validate ${name}`)
    const { value } = openFixture(name)
    if (asJson) print(value)
    else write(withSchemaPath(shippedText(name), `${name}.yaml`))
  } else if (action === 'list') {
    const all = describeFixtures()
    if (asJson) print(all)
    else write(columns(all.map(({ name, description }) => [name, description])))
  } else await validate(words, asJson ? print : null, write)
}

/** Loads each file into a fresh sandbox: what the service refuses is a mistake too. */
const validate = async (
  files: readonly string[],
  print: ((value: unknown) => void) | null,
  write: (text: string) => void,
): Promise<void> => {
  const verdicts = files.map(judge)
  if (print !== null) print(verdicts.length === 1 ? verdicts[0]?.fact : verdicts.map(({ fact }) => fact))
  else for (const { fact, holds } of verdicts) if (fact.valid) write(`${fact.file} is valid: ${holds}\n`)
  const errors = verdicts.flatMap(({ error }) => (error === null ? [] : [error]))
  if (errors.length === 0) return
  if (print === null) printMessages(errors.flatMap(({ message }) => message.split('\n')))
  process.exitCode = 2
}

/** Whether a file is valid, and the records that it creates, in words. */
const judge = (file: string) => {
  try {
    const sandbox = createSandbox({ fixtures: [file] })
    return {
      fact: { file, valid: true, problems: [] },
      holds: holdingsOf(sandbox, createSandbox()),
      error: null,
    }
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    return {
      fact: { file, valid: false, problems: error.problems, ...(error.more > 0 && { more: error.more }) },
      holds: '',
      error,
    }
  }
}

const counted = [
  ...(['customers', 'cards', 'charges', 'refunds', 'disputes', 'recipients'] as const),
  ...(['transfers', 'links', 'schedules', 'events'] as const),
]

const holdingsOf = (records: Records, before: Records): string =>
  sumOf(counted.map((name) => [name, records[name].count() - before[name].count()]))

/** Creates the records of a fixture, and prints their ids by the names that the fixture gives them. */
const loadInto = async (given: Given, name: string): Promise<void> => {
  const fixture = openFixture(name)
  if (fixture.problems.length > 0) throw new FixtureError(fixture.origin, fixture.problems)
  const { reset } = given.flags
  const own = reset === true ? { fixture: fixture.value, reset } : fixture.value
  const body = isFixturePath(name) ? own : { name, ...(reset === true && { reset }) }
  const { json } = await runningClient(given)
    .control('POST', '/fixtures', body)
    .catch((error: unknown) => {
      throw error instanceof Failure && error.issues.length > 0 ? locatedIn(fixture, error) : error
    })
  const ids = isObject(json.ids) ? Object.entries(json.ids) : []
  if (Array.isArray(json.again)) printMessages([againText(json.again.map(String))])
  printResult(given, json, () =>
    ids.length === 0
      ? `loaded ${name}; it names no records\n`
      : columns(ids.map(([alias, id]) => [alias, String(id)])),
  )
}

const againText = (names: readonly string[]): string => {
  const rest = names.length > 5 ? ` and ${names.length - 5} more` : ''
  return `made again: ${names.slice(0, 5).join(', ')}${rest}. The records that had these names before are still there: --reset empties the account first`
}

/** The problems that the sandbox reports about a file, with the lines of the file. */
const locatedIn = ({ origin, locate }: GivenFixture, { issues, more }: Failure): FixtureError =>
  new FixtureError(
    origin,
    issues.map(({ path, message }) =>
      locate({ path: pathIn(path), message, atKey: message.startsWith('is not known here') }),
    ),
    more,
  )

/** `charges[0].amount` */
const pathIn = (text: string): Path =>
  text
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** Prints the records of the sandbox as a fixture, or writes them to a file. */
const recordFrom = async (given: Given, file: string | undefined): Promise<void> => {
  if (file !== undefined && given.flags.force !== true && statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Failure(
      `${file} exists, and nothing was recorded: name another file, or overwrite it with --force`,
    )
  const { json } = await runningClient(given).control('GET', '/fixtures')
  const { write } = terminalOf(process.stdout, process.env)
  const { fixture, leftOut } = recordedIn(json)
  const asJson = given.flags.json === true
  const inYaml = (path: string): string => withSchemaPath(printFixture(fixture, remarksOn(leftOut)), path)
  if (file === undefined) {
    write(asJson ? `${JSON.stringify(json, null, 2)}\n` : inYaml('recorded.yaml'))
    return
  }
  const inJson = /\.json$/i.test(file)
  await saveFile(file, inJson ? `${JSON.stringify(fixture, null, 2)}\n` : inYaml(file))
  if (asJson) {
    write(`${JSON.stringify({ recorded: file, left_out: leftOut })}\n`)
    return
  }
  const sections = Object.entries(fixture).map(
    ([name, entries]) => [name, Array.isArray(entries) ? entries.length : 0] as const,
  )
  write(`recorded ${file}: ${sumOf(sections)}\n`)
  // JSON has no comments.
  for (const remark of inJson || leftOut.length > 0 ? remarksOn(leftOut) : []) write(`${remark}\n`)
}

const recordedIn = (json: ServerAnswer['json']) => {
  if (!isObject(json.fixture) || !Array.isArray(json.left_out))
    throw new Failure('this server cannot record fixtures: it is an older payment-sandbox')
  const leftOut = json.left_out.filter(isObject).map(({ id, why }) => ({ id: String(id), why: String(why) }))
  return { fixture: json.fixture, leftOut }
}

/** `2 customers, 1 charge` */
const sumOf = (counts: readonly (readonly [names: string, count: number])[]): string =>
  counts
    .flatMap(([names, count]) => (count === 0 ? [] : `${count} ${count === 1 ? names.slice(0, -1) : names}`))
    .join(', ') || 'no records'
