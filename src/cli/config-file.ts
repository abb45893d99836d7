import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readFixture } from '../fixtures/read'
import { isFixturePath } from '../fixtures/shipped'
import { isObject } from '../kernel/json'
import { nearest } from '../kernel/text'
import { whyNot } from '../node/files'
import {
  envOf,
  listenOptions,
  type OptionName,
  type OptionProblem,
  optionRows,
  processOptions,
  sandboxOptions,
  tryOptions,
} from '../options/config'
import { type Given, givenValue, hasFlag, type OptionsSchema, wrong } from './command-line'

/** The names by which it is found in the current folder, first match first. */
export const configFileNames = [
  'payment-sandbox.config.json',
  'payment-sandbox.config.yaml',
  'payment-sandbox.config.yml',
]

/**
 * The named file, or one with a default name in the current folder; `null` when there is none.
 * @throws SandboxError `invalid_option`, with one line for each mistake and its position
 */
export const configFileOf = (
  flags: { readonly [flag: string]: unknown },
  env: Readonly<Record<string, string | undefined>>,
): Given['flags'] | null => {
  const named = flags.config ?? (env[envOf('config')] || undefined)
  const file = typeof named === 'string' ? named : configFileNames.find((name) => existsSync(name))
  const isOverridden = (option: string): boolean =>
    hasFlag(option) && givenValue(option, { flags, env }) !== undefined
  return file === undefined ? null : read(file, isOverridden)
}

const read = (file: string, isOverridden: (option: string) => boolean): Given['flags'] => {
  const { value, problems, locate } = readFixture(readConfigFile(file))
  const at = ({ line, column }: { line?: number; column?: number }): string =>
    `${file}, line ${line ?? 1}, column ${column ?? 1}`
  if (problems.length > 0)
    throw wrong(problems.map((problem) => `${at(problem)}: ${problem.message}`).join('\n'))
  if (!isObject(value)) throw wrong(`${file} must hold a mapping of options, such as "port: 4211"`)
  const known = knownOptions()
  const strange = Object.keys(value).filter((option) => !known.includes(option))
  const mistakes = [
    ...strange.map((option) => {
      const place = at(locate({ path: [option], message: '', atKey: true }))
      return `${place}: ${option} is not an option${meant(option, known)}`
    }),
    ...wrongValues(value, isOverridden).map(
      ({ option, message }) =>
        `${at(locate({ path: option.split('.'), message: '' }))}: ${option} ${message}`,
    ),
  ]
  if (mistakes.length > 0) throw wrong(mistakes.join('\n'))
  return Object.fromEntries(
    Object.entries(value).map(([option, given]) => [option, fromItsFolder(option, given, dirname(file))]),
  )
}

/** The mistakes in all values that count, not only in those that one command reads first. */
const wrongValues = (
  values: { readonly [option: string]: unknown },
  isOverridden: (option: string) => boolean,
): readonly OptionProblem[] =>
  optionSchemas().flatMap((schema) => {
    const own = Object.entries(values).filter(([name]) => name in schema.shape && !isOverridden(name))
    const result = tryOptions(schema, Object.fromEntries(own))
    return 'value' in result ? [] : result
  })

const readConfigFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw wrong(`--config: cannot read ${file}: ${whyNot(error)}`)
  }
}

const optionSchemas = (): readonly OptionsSchema<unknown>[] => [
  sandboxOptions(),
  listenOptions(),
  processOptions(),
]

/** All options except the one that names the file itself. */
const knownOptions = (): readonly string[] =>
  optionSchemas()
    .flatMap((schema) => Object.keys(schema.shape))
    .filter((option) => option !== 'config')

const meant = (option: string, known: readonly string[]): string => {
  // It may be written as on the command line.
  const asFlag = known.find(
    (name) => optionRows[name as OptionName].flag?.includes(`--${option.replace(/^--/, '')} `) === true,
  )
  const inCamelCase = option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const near = asFlag ?? nearest(inCamelCase, known, 1)[0]
  return near === undefined ? ': see payment-sandbox --help' : `: did you mean ${near}?`
}

/** Paths in the file are relative to its folder. */
const fromItsFolder = (option: string, given: unknown, folder: string): unknown => {
  const isPath = option === 'fixtures' ? isFixturePath : isFile(option) ? () => true : () => false
  const moved = (value: unknown): unknown =>
    typeof value === 'string' && isPath(value) ? resolve(folder, value) : value
  return Array.isArray(given) ? given.map(moved) : moved(given)
}

const isFile = (option: string): boolean => /<file>$/.test(optionRows[option as OptionName].flag ?? '')
