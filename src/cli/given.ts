import type * as z from 'zod/mini'
import { SandboxError } from '../kernel/sandbox-error'
import {
  envOf,
  type OptionName,
  type OptionProblem,
  type OptionRow,
  optionRows,
  tryOptions,
} from '../options/config'

/** The options that the command line has. */
export type FlagName = {
  [Name in OptionName]: (typeof optionRows)[Name]['flag'] extends string ? Name : never
}[OptionName]

/** Options in a file. The command line and the environment win over it. */
export interface ConfigFile {
  readonly values: { readonly [option: string]: unknown }
}

/** The options as text, from the command line, the environment and the options file. */
export interface Given {
  readonly flags: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, string | undefined>>
  /** The options file. The command line and the environment win over it. */
  readonly file?: ConfigFile | null
  /** The words after the name of the command. */
  readonly words?: readonly string[]
}

/** The schema of a set of options, whose names can be listed. */
export type OptionsSchema<T> = z.core.$ZodType<T> & { readonly shape: object }

/**
 * Reads and checks the options of one schema. The command line wins over the environment, the environment over a file.
 * @throws SandboxError `invalid_option`, with one line for each wrong value
 */
export const readOptions = <T>(schema: OptionsSchema<T>, given: Given): T => {
  const values = Object.keys(schema.shape).map((name) => {
    const value = hasFlag(name) ? typed(name, given) : undefined
    return [name, value ?? given.file?.values[name]] as const
  })
  const result = tryOptions(schema, Object.fromEntries(values.filter(([, value]) => value !== undefined)))
  if ('value' in result) return result.value
  throw new SandboxError('invalid_option', result.map((problem) => explain(problem, given)).join('\n'))
}

export const hasFlag = (name: string): name is FlagName =>
  name in optionRows && optionRows[name as OptionName].flag !== null

/** The name under which commander keeps a flag: `--base-url` is `baseUrl`, whichever option it sets. */
const keyOf = (name: FlagName): string =>
  (/--([\w-]+)/.exec(optionRows[name].flag)?.[1] ?? name).replace(/-(\w)/g, (_, letter: string) =>
    letter.toUpperCase(),
  )

/**
 * `exec` sets PAYMENT_SANDBOX_VAULT_URL for its command. For a sandbox that the command starts, the same variable is an
 * option. This variable repeats the value of `exec`, so that only a different value counts as the option.
 */
export const execVariable = 'PAYMENT_SANDBOX_EXEC_VAULT_URL'

const isSetByExec = (variable: string, env: Given['env']): boolean =>
  variable === envOf('vaultUrl') && env[variable] === env[execVariable]

/** The text of the command line or the environment; `undefined` for the value of the file, or for none. */
export const givenValue = (name: FlagName, { flags, env }: Given): unknown =>
  // Compose files and CI settings write an empty variable for "not set".
  flags[keyOf(name)] ?? (isSetByExec(envOf(name), env) ? undefined : env[envOf(name)] || undefined)

/** The value in its type. Text that does not fit stays text, and the check refuses it. */
const typed = (name: FlagName, given: Given): unknown => {
  const text = givenValue(name, given)
  if (isRepeatable(name) && typeof text === 'string') return text.split(',').map((part) => part.trim())
  if (typeof text !== 'string') return text
  if (/<(n|ms)>$/.test(optionRows[name].flag)) return /^\d+$/.test(text) ? Number(text) : text
  if (isSwitch(name)) return switchValues[text.toLowerCase()] ?? text
  return text
}

const switchValues: Readonly<Record<string, boolean>> = {
  true: true,
  1: true,
  yes: true,
  on: true,
  false: false,
  0: false,
  no: false,
  off: false,
}

export const isRepeatable = (name: FlagName): boolean => {
  const doc: OptionRow = optionRows[name]
  return doc.repeatable === true
}

const isSwitch = (name: FlagName): boolean => !optionRows[name].flag.includes('<')

/** `--port must be a whole number from 0 to 65535, not "abc"; for example: --port 4211` */
const explain = ({ option: path, message }: OptionProblem, given: Given): string => {
  // When one of several values is wrong, the flag belongs to the option as a whole.
  const option = path.split('.')[0] ?? path
  const text = hasFlag(option) ? givenValue(option, given) : undefined
  if (!hasFlag(option)) return `${option}: ${message}`
  const { flag, example } = optionRows[option]
  const asFlag = given.flags[keyOf(option)] !== undefined || text === undefined
  const name = asFlag ? (/--[\w-]+/.exec(flag)?.[0] ?? flag) : envOf(option)
  // The value may be a real key: never print it.
  const value = Array.isArray(text) ? text.join(', ') : text
  const shown = typeof value === 'string' && value !== '' && !/(?:Key|Secret|Token)$/.test(option)
  const refused = shown ? `, not "${value.slice(0, 60)}"` : ''
  return `${name} ${message}${refused}; for example: ${name}${asFlag ? ' ' : '='}${example}`
}
