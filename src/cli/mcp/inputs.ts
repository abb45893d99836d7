/** The inputs of tools that do what a command does: flags under their names for agents, and errors in those names. */
import { SandboxError } from '../../kernel/sandbox-error'
import type { JsonSchema } from '../../kernel/schema'
import { toCamelCase } from '../../kernel/text'
import { type ToolCall, ToolError } from '../../pages/agents/tool'
import { cut, printable } from '../../suites/wording'
import { Failure } from '../command-line'

export type Inputs = Readonly<Record<string, JsonSchema>>

export const text = (description: string): JsonSchema => ({ type: 'string', description })
export const count = (description: string): JsonSchema => ({ type: 'integer', description })
export const flag = (description: string): JsonSchema => ({ type: 'boolean', description })
export const texts = (description: string): JsonSchema => ({
  type: 'array',
  items: { type: 'string' },
  description,
})

const typeNames = {
  string: 'a text',
  integer: 'a number',
  boolean: 'true or false',
  array: 'a list of texts',
} as const

/** The value of a flag for that of an input; `undefined` for one of another type. */
const flagValue = (type: unknown, value: unknown): string | boolean | readonly string[] | undefined => {
  const isOne = typeof value === 'string' || typeof value === 'number'
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined
  if (type !== 'array') return isOne ? String(value) : undefined
  const list = isOne ? [value] : value
  return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : undefined
}

/** The flags of the command line that say the same as an input. @throws ToolError for a value of another type */
export const flagsOf = ({ tool, input }: ToolCall, takes: Inputs): Readonly<Record<string, unknown>> => {
  const flags: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    const type = takes[name]?.type as keyof typeof typeNames | 'object' | undefined
    if (type === undefined || type === 'object') continue
    const flag = flagValue(type, value)
    if (flag === undefined) throw new ToolError(`${tool.name}: ${name} must be ${typeNames[type]}`)
    flags[toCamelCase(name)] = name === 'kinds' && Array.isArray(flag) ? flag.join(',') : flag
  }
  return flags
}

const wayOut = (message: string): string => {
  if (/not over after/.test(message))
    return '; give a command that ends by itself, or a longer timeout such as 3m; what stays up is app with ready'
  if (/^no webhook was accepted/.test(message)) return '; give webhook_secret, the one that the receiver has'
  if (/cannot start|status 12[67]/.test(message)) return `; commands run in ${process.cwd()}`
  return /does not hold without/.test(message)
    ? '; it must end with 0 while nothing fails: "npx payment-sandbox exec -- <command>" runs it once'
    : ''
}

/** A text of the command line with the names of inputs in place of flags. */
export const inInputs = (line: string, takes: Inputs): string =>
  line.replace(/--([a-z][\w-]*)(?: <[^>]*>)?/g, (flag, name: string) => {
    const own = name.replaceAll('-', '_')
    return Object.hasOwn(takes, own) ? own : flag
  })

const shownLines = 8

/** An error of the command line. What was printed is cut to its end. */
export const inToolWords = (error: unknown, takes: Inputs): unknown => {
  if (!(error instanceof Failure || error instanceof SandboxError)) return error
  const [first = '', ...rest] = inInputs(printable(error.message), takes)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const last = rest.slice(-shownLines).map((line) => cut(line, 120))
  return new ToolError([`${cut(first, 400)}${wayOut(first)}`, ...last].join('\n'))
}
