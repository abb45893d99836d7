import { readFileSync } from 'node:fs'
import type * as z from 'zod/mini'
import type { Issue } from '../control/errors'
import { SandboxError } from '../kernel/sandbox-error'
import { distance, meant } from '../kernel/text'
import { whyNot } from '../node/files'
import {
  envOf,
  type OptionName,
  type OptionProblem,
  type OptionRow,
  optionRows,
  sandboxOptions,
  tryOptions,
} from '../options/config'
import { nameOmise } from '../options/hosts'

/** The options that the command line has. */
export type FlagName = {
  [Name in OptionName]: (typeof optionRows)[Name]['flag'] extends string ? Name : never
}[OptionName]

/** The options as text, from the command line, the environment and the options file. */
export interface Given {
  readonly flags: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, string | undefined>>
  /** The options file. The command line and the environment win over it. */
  readonly file?: Readonly<Record<string, unknown>> | null
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
    return [name, value ?? given.file?.[name]] as const
  })
  const result = tryOptions(schema, Object.fromEntries(values.filter(([, value]) => value !== undefined)))
  if ('value' in result) return result.value
  throw wrong(result.map((problem) => explain(problem, given)).join('\n'))
}

/** Whether the servers or the command of a sandbox have hosts of the real service. */
export const isForOmise = (given: Given): boolean =>
  [optionText(given, 'intercept'), givenValue('proxyHost', given) ?? given.file?.proxyHost].some(nameOmise)

/**
 * The options of a sandbox. Its profile is `omise` for hosts of the real service, unless another one is given.
 * @throws SandboxError `invalid_option`
 */
export const readSandboxOptions = (given: Given) => {
  const file = isForOmise(given) ? { profile: 'omise', ...given.file } : (given.file ?? null)
  return readOptions(sandboxOptions(), { ...given, file })
}

export const hasFlag = (name: string): name is FlagName =>
  name in optionRows && optionRows[name as OptionName].flag !== null

/** The name under which commander keeps a flag: `--base-url` is `baseUrl`, whichever option it sets. */
export const keyOf = (name: FlagName): string =>
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

/** Variables one letter away from that of an option. A name further away may be of another program. */
export const misspelt = (env: Given['env']): readonly string[] => {
  const names = Object.keys(optionRows).filter(hasFlag).map(envOf)
  return Object.keys(env)
    .filter((name) => name.startsWith('PAYMENT_SANDBOX_') && !names.includes(name))
    .flatMap((name) => names.filter((other) => distance(name, other) === 1).map((other) => [name, other]))
    .map(([name, other]) => `${name} is not read: did you mean ${other}?`)
}

/** The value in its type. Text that does not fit stays text, and the check refuses it. */
const typed = (name: FlagName, given: Given): unknown => {
  const text = givenValue(name, given)
  if (isRepeatable(name) && typeof text === 'string') return text.split(',').map((part) => part.trim())
  if (typeof text !== 'string') return text
  if (/<(n|ms)>$/.test(optionRows[name].flag)) return /^\d+$/.test(text) ? Number(text) : text
  if (!isSwitch(name)) return text
  if (/^(?:true|1|yes|on)$/i.test(text)) return true
  return /^(?:false|0|no|off)$/i.test(text) ? false : text
}

export const isRepeatable = (name: FlagName): boolean => (optionRows[name] as OptionRow).repeatable === true

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

/** A command ran and its result is negative: one line on the standard error. Not a bug of the command. */
export class Failure extends Error {
  /** The exit status that goes with it. */
  readonly status: number
  readonly issues: readonly Issue[]
  /** The number of the issues that are not named. */
  readonly more: number

  constructor(message: string, status = 1, issues: readonly Issue[] = [], more = 0) {
    super(message)
    this.status = status
    this.issues = issues
    this.more = more
  }
}

/** The value of an option that takes one. */
export const optionText = ({ flags }: Given, name: string): string | undefined => {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

/** `undefined` when it was not given. */
export const secondsOf = (given: Given, name: string): number | undefined => {
  const text = optionText(given, name)
  if (text === undefined) return undefined
  if (!/^\d{1,9}(?:\.\d+)?$/.test(text)) throw wrong(`--${name} must be a number of seconds, not "${text}"`)
  return Number(text)
}

/** The content of a file, or of the standard input for `-`. */
export const bytesOf = async (file: string, option = ''): Promise<Uint8Array> => {
  try {
    if (file !== '-') return readFileSync(file)
    return await (await import('node:stream/consumers')).buffer(process.stdin)
  } catch (error) {
    throw wrong(`cannot read ${option}${file === '-' ? 'the standard input' : file}: ${whyNot(error)}`)
  }
}

export const wrong = (message: string): SandboxError => new SandboxError('invalid_option', message)

/**
 * The action of a command of several, such as `fixtures validate shop.yaml`, and the words after it.
 * @param actions their arguments, as in the usage: `<file>`, `[file]`, `<file...>`. The first one is the default
 * @throws SandboxError `invalid_option` with a suggestion, or with the missing argument
 */
export const actionOf = <A extends string>(
  command: string,
  actions: { readonly [action in A]: readonly string[] },
  { words = [] }: Given,
): { readonly action: A; readonly words: readonly string[] } => {
  const names = Object.keys(actions) as A[]
  const [word = names[0], ...rest] = words
  const action = names.find((name) => name === word)
  // Many other programs say "check". Where nothing is validated, no name is near to it.
  const near = word === 'check' && 'validate' in actions ? 'validate' : String(word)
  if (action === undefined) throw wrong(`unknown ${command} action '${word}'${meant(near, names)}`)
  const takes = actions[action]
  const usage = `payment-sandbox ${[command, action, ...takes].join(' ')}`
  const missing = takes[rest.length]
  if (missing?.startsWith('<') === true) throw wrong(`${command} ${action} needs ${missing}: ${usage}`)
  const isOpen = takes.at(-1)?.includes('...') === true
  if (!isOpen && rest.length > takes.length)
    throw wrong(`${command} ${action} takes nothing after "${rest[takes.length - 1] ?? action}": ${usage}`)
  return { action, words: rest }
}
