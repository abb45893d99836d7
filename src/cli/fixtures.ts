import { createSandbox } from '../create-sandbox'
import { fixtureJsonSchema } from '../fixtures/json-schema'
import { FixtureError, type FixtureProblem } from '../fixtures/problems'
import { describeFixtures, isFixturePath } from '../fixtures/shipped'
import { openFixture, shippedText } from '../node/files'
import type { Records } from '../sandbox/records/records'
import { columns } from './columns'
import { actionOf, type Given, wrong } from './given'
import { saveFile } from './saving'
import { withSchemaPath } from './schema-path'
import { terminalOf } from './terminal'

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
  if (action === 'load') return (await import('./fixtures-running')).loadInto(given, words[0] ?? '')
  if (action === 'record') return (await import('./fixtures-running')).recordFrom(given, words[0])
  if (action === 'schema' && typeof given.flags.out === 'string')
    saveFile(given.flags.out, `${JSON.stringify(fixtureJsonSchema(), null, 2)}\n`)
  else if (action === 'schema') print(fixtureJsonSchema())
  else if (action === 'show') {
    const name = words[0] ?? ''
    if (isFixturePath(name))
      throw wrong(
        `fixtures show prints those that ship; ${name} is a file of your own: fixtures validate ${name}`,
      )
    const { value } = openFixture(name)
    if (asJson) print(value)
    else write(withSchemaPath(shippedText(name), `${name}.yaml`))
  } else if (action === 'list') {
    const all = describeFixtures()
    if (asJson) print(all)
    else write(columns(all.map(({ name, description }) => [name, description])))
  } else await validate(words, asJson ? print : null, write)
}

/** Loads each file into a sandbox of its own: what the service refuses is a mistake too. */
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
  if (print === null) for (const error of errors) process.stderr.write(linesOf(error))
  process.exitCode = 2
}

const linesOf = ({ message }: FixtureError): string =>
  message
    .split('\n')
    .map((line) => `payment-sandbox: ${line}\n`)
    .join('')

interface FileVerdict {
  readonly fact: {
    readonly file: string
    readonly valid: boolean
    readonly problems: readonly FixtureProblem[]
  }
  /** The records that it creates, in words. */
  readonly holds: string
  readonly error: FixtureError | null
}

const judge = (file: string): FileVerdict => {
  try {
    const sandbox = createSandbox({ fixtures: [file] })
    return {
      fact: { file, valid: true, problems: [] },
      holds: holdingsOf(sandbox, createSandbox()),
      error: null,
    }
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    return { fact: { file, valid: false, problems: error.problems }, holds: '', error }
  }
}

const counted = [
  ['customers', 'customer'],
  ['cards', 'card'],
  ['charges', 'charge'],
  ['refunds', 'refund'],
  ['disputes', 'dispute'],
  ['recipients', 'recipient'],
  ['transfers', 'transfer'],
  ['links', 'link'],
  ['schedules', 'schedule'],
  ['events', 'event'],
] as const

/** `1 customer, 2 charges` */
const holdingsOf = (records: Records, before: Records): string =>
  counted
    .flatMap(([collection, one]) => {
      const count = records[collection].count() - before[collection].count()
      return count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`]
    })
    .join(', ') || 'no records'
