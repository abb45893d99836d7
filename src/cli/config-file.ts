import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { envOf, listenOptions, type OptionName, optionDocs, processOptions, sandboxOptions } from '../config'
import { isObject } from '../kernel/json'
import { nearest } from '../kernel/nearest'
import { SandboxError } from '../kernel/sandbox-error'
import { isFixturePath, readText } from '../node/files'

/** Options in a file. The command line and the environment win over it. */
export interface ConfigFile {
  readonly values: { readonly [option: string]: unknown }
  /** `shop.yaml, line 3, column 1` */
  readonly placeOf: (option: string) => string
}

const wrong = (message: string): SandboxError => new SandboxError('invalid_option', message)

const usualNames = [
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
): ConfigFile | null => {
  const named = flags.config ?? (env[envOf('config')] || undefined)
  const file = typeof named === 'string' ? named : usualNames.find((name) => existsSync(name))
  return file === undefined ? null : read(file)
}

const read = (file: string): ConfigFile => {
  const { value, problems, locate } = readText(readConfigFile(file))
  const at = ({ line, column }: { line?: number; column?: number }): string =>
    `${file}, line ${line ?? 1}, column ${column ?? 1}`
  if (problems.length > 0)
    throw wrong(problems.map((problem) => `${at(problem)}: ${problem.message}`).join('\n'))
  if (!isObject(value)) throw wrong(`${file} must hold a mapping of options, such as "port: 4211"`)
  const known = knownOptions()
  const strange = Object.keys(value).filter((option) => !known.includes(option))
  if (strange.length > 0)
    throw wrong(
      strange
        .map((option) => {
          const place = at(locate({ path: [option], message: '', atKey: true }))
          return `${place}: ${option} is not an option${meant(option, known)}`
        })
        .join('\n'),
    )
  return {
    values: Object.fromEntries(
      Object.entries(value).map(([option, given]) => [option, fromItsFolder(option, given, dirname(file))]),
    ),
    placeOf: (option) => at(locate({ path: option.split('.'), message: '' })),
  }
}

const readConfigFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const why =
      error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'there is no such file' : error
    throw wrong(`--config: cannot read ${file}: ${why}`)
  }
}

/** All options except the one that names the file itself. */
const knownOptions = (): readonly string[] =>
  [sandboxOptions(), listenOptions(), processOptions()]
    .flatMap((schema) => Object.keys(schema.shape))
    .filter((option) => option !== 'config')

const meant = (option: string, known: readonly string[]): string => {
  // It may be written as on the command line.
  const asFlag = known.find(
    (name) => optionDocs[name as OptionName].flag?.includes(`--${option.replace(/^--/, '')} `) === true,
  )
  const near =
    asFlag ??
    nearest(
      option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      known,
      1,
    )[0]
  return near === undefined ? ': see payment-sandbox --help' : `: did you mean ${near}?`
}

/** Paths in the file are relative to its folder. */
const fromItsFolder = (option: string, given: unknown, folder: string): unknown => {
  const isPath = option === 'fixtures' ? isFixturePath : isFile(option) ? () => true : () => false
  const moved = (value: unknown): unknown =>
    typeof value === 'string' && isPath(value) ? resolve(folder, value) : value
  return Array.isArray(given) ? given.map(moved) : moved(given)
}

const isFile = (option: string): boolean => /<file>$/.test(optionDocs[option as OptionName].flag ?? '')
