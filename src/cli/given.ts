import type * as z from 'zod'
import { envOf, type OptionDoc, type OptionName, type OptionProblem, optionDocs, tryOptions } from '../config'
import { SandboxError } from '../kernel/sandbox-error'
import type { ConfigFile } from './config-file'

/** The options that the command line has. */
export type FlagName = {
  [Name in OptionName]: (typeof optionDocs)[Name]['flag'] extends string ? Name : never
}[OptionName]

/** What somebody asked for, as text: on the command line or in the environment. */
export interface Given {
  readonly flags: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, string | undefined>>
  /** What a file of options says, where the two others say nothing. */
  readonly file?: ConfigFile | null
  /** What stood after the command's name. */
  readonly words?: readonly string[]
}

/**
 * The options of one schema, read and checked. The command line wins over the environment, and that over a file.
 * @throws SandboxError `invalid_option`, with a line for each value that is wrong
 */
export const readOptions = <T>(schema: z.ZodType<T> & { readonly shape: object }, given: Given): T => {
  const values = Object.keys(schema.shape).map((name) => {
    const value = hasFlag(name) ? typed(name, given) : undefined
    return [name, value ?? given.file?.values[name]] as const
  })
  const result = tryOptions(schema, Object.fromEntries(values.filter(([, value]) => value !== undefined)))
  if ('value' in result) return result.value
  throw new SandboxError('invalid_option', result.map((problem) => explain(problem, given)).join('\n'))
}

const hasFlag = (name: string): name is FlagName =>
  name in optionDocs && optionDocs[name as OptionName].flag !== null

/** Under which name commander keeps a flag: `--base-url` is `baseUrl`, whatever option it sets. */
const keyOf = (name: FlagName): string =>
  (/--([\w-]+)/.exec(optionDocs[name].flag)?.[1] ?? name).replace(/-(\w)/g, (_, letter: string) =>
    letter.toUpperCase(),
  )

/**
 * `exec` tells its command in PAYMENT_SANDBOX_VAULT_URL where to call. To a sandbox that the command starts, the same
 * variable is an option. This one holds what `exec` said, so that only another value is taken as the option.
 */
export const toldVariable = 'PAYMENT_SANDBOX_EXEC_VAULT_URL'

const told = (variable: string, env: Given['env']): boolean =>
  variable === envOf('vaultUrl') && env[variable] === env[toldVariable]

const textOf = (name: FlagName, { flags, env }: Given): unknown =>
  // A variable that is set to nothing is how compose files and CI settings say "not set".
  flags[keyOf(name)] ?? (told(envOf(name), env) ? undefined : env[envOf(name)] || undefined)

/** A value in its own type; text that does not fit stays text, for the check to refuse. */
const typed = (name: FlagName, given: Given): unknown => {
  const text = textOf(name, given)
  if (isRepeatable(name) && typeof text === 'string') return text.split(',').map((part) => part.trim())
  if (typeof text !== 'string') return text
  if (/<(n|ms)>$/.test(optionDocs[name].flag)) return /^\d+$/.test(text) ? Number(text) : text
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
  const doc: OptionDoc = optionDocs[name]
  return doc.repeatable === true
}

const isSwitch = (name: FlagName): boolean => !optionDocs[name].flag.includes('<')

/** `--port must be a whole number from 0 to 65535, not "abc"; for example: --port 4211` */
const explain = ({ option: path, message }: OptionProblem, given: Given): string => {
  // One of several values is wrong: the option is what has a flag.
  const option = path.split('.')[0] ?? path
  const text = hasFlag(option) ? textOf(option, given) : undefined
  const inFile = given.file?.values[option] !== undefined && text === undefined
  if (inFile) return `${given.file?.placeOf(path)}: ${path} ${message}`
  if (!hasFlag(option)) return `${option}: ${message}`
  const { flag, example } = optionDocs[option]
  const asFlag = given.flags[keyOf(option)] !== undefined || text === undefined
  const name = asFlag ? (/--[\w-]+/.exec(flag)?.[0] ?? flag) : envOf(option)
  // Somebody may have put a real key there: it does not belong on a screen.
  const value = Array.isArray(text) ? text.join(', ') : text
  const shown = typeof value === 'string' && value !== '' && !/(?:Key|Token)$/.test(option)
  const refused = shown ? `, not "${value.slice(0, 60)}"` : ''
  return `${name} ${message}${refused}; for example: ${name}${asFlag ? ' ' : '='}${example}`
}
