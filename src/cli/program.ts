import {
  Command as CommanderCommand,
  CommanderError,
  type ErrorOptions,
  Help,
  Option,
  type ParseOptionsResult,
} from 'commander'
import { version } from '../../package.json'
import { errorMessage, permissionText, SandboxError } from '../kernel/sandbox-error'
import { filled, nearest, pageWidth } from '../kernel/text'
import { defaultTextOf, envOf, optionRows } from '../options/config'
import type { Command } from './command'
import { Failure, type FlagName, isRepeatable, misspelt } from './command-line'
import { commands, defaultCommand } from './commands'
import { paint, printMessages } from './terminal'

class Program extends CommanderCommand {
  override createCommand(name: string): Program {
    return new Program(name)
  }

  override createHelp(): Manual {
    return new Manual()
  }

  /** The value of a shell variable that is not set is the option after it. */
  override parseOptions(words: string[]): ParseOptionsResult {
    const end = words.indexOf('--')
    const optionAt = (name = ''): Option | undefined =>
      this.options.find(({ short, long }) => [short, long].includes(name))
    for (const [i, word] of words.slice(0, end === -1 ? words.length : end).entries()) {
      const next = words[i + 1]?.replace(/=.*/s, '')
      if (optionAt(word)?.required === true && optionAt(next) !== undefined)
        super.error(`${word} needs a value, but "${next}" follows`)
    }
    return super.parseOptions(words)
  }

  /** Adds the nearest name, or where to find help. */
  override error(message: string, options?: ErrorOptions): never {
    const [, unknown] = /^error: unknown (?:command|option) '(.+)'/.exec(message) ?? []
    const names = [...this.commands.map((one) => one.name()), ...this.options.map(({ long }) => long ?? '')]
    const [near] = unknown === undefined ? [] : nearest(unknown, names, 1)
    if (near !== undefined) return super.error(`${message}: did you mean ${near}?`, options)
    // Of a command that runs another one.
    if (unknown?.startsWith('-') === true && this.usage().includes(' -- '))
      return super.error(`${message}; the command and its options come after --`, options)
    const isOwn = this.parent === null || this.name() === defaultCommand
    const help = isOwn ? 'payment-sandbox --help' : `payment-sandbox ${this.name()} --help`
    const isExcess = options?.code === 'commander.excessArguments'
    const why = isExcess ? `${this.name()} takes no "${this.args[this.registeredArguments.length]}"` : message
    if (isExcess && Object.keys(this.opts()).length > 0)
      return super.error(`${why}: does an option before it lack its value?`, options)
    return super.error(`${why}; see ${help}`, options)
  }
}

/**
 * Registers the table of commands with commander, or only the one that `words` name, to save time at the start. Messages
 * are thrown; main.ts prints them.
 */
const programOf = (words: readonly string[]): Program => {
  const program = new Program('payment-sandbox')
  program
    .description('A payment service on your machine: in memory, offline, instant.')
    .usage('[command] [options]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({ outputError: () => undefined, getOutHelpWidth: () => pageWidth })
  const { notes = '' } = commands.find(({ name }) => name === defaultCommand) ?? {}
  program.addHelpText('after', `\n${notes}\n\n${seeDocs}`)
  const named = commands.find(({ name }) => name === words[0])
  for (const command of named === undefined ? commands : [named]) add(program, command)
  return program
}

/** @throws what a command throws, and CommanderError for unknown words and for help or version texts */
export const runWords = async (argv: readonly string[]): Promise<void> => {
  const words = complete(argv)
  await programOf(words).parseAsync(words, { from: 'user' })
}

/** `--port 0` means `serve --port 0`, and `help serve` means `serve --help`. */
const complete = (argv: readonly string[]): string[] => {
  const [first = '-', ...rest] = argv
  if (first === 'help') return [...rest, '--help']
  const ofProgram = /^(?:-h|--help|-V|--version)$/.test(first)
  return first.startsWith('-') && !ofProgram ? [defaultCommand, ...argv] : [...argv]
}

const add = (
  program: Program,
  { name, summary, words = [], usage, options = {}, own = [], notes, load }: Command,
): void => {
  const inOrder = [...words.map(([word]) => word), '[options]'].join(' ')
  const command = program
    .command(name)
    .usage(usage ?? inOrder)
    .summary(summary)
  const hasShared = Object.keys(options).length > 0
  command.description(hasShared ? `${summary}\nEach option shows its ${legend}.` : summary)
  for (const [word, about] of words) command.argument(word, about)
  for (const [flag, about, may] of own) {
    const option = new Option(flag, about)
    command.addOption(may === 'repeat' ? option.argParser(collect) : option)
  }
  for (const [heading, group] of Object.entries(options))
    for (const option of group) command.addOption(optionOf(option).helpGroup(heading))
  command.addHelpText(
    'after',
    [notes, seeDocs].map((text) => (text === undefined ? '' : `\n${text}`)).join('\n'),
  )
  command.action(async () => {
    const run = await load()
    const flags = command.opts()
    // Commands without options of the sandbox do not load the options file or its parser.
    const file = hasShared ? (await import('./config-file')).configFileOf(flags, process.env) : null
    if (hasShared) printMessages(misspelt(process.env))
    await run({ flags, env: process.env, file, words: command.args })
  })
}

const seeDocs = 'Documentation: payment-sandbox docs, or /_sandbox/docs of a running sandbox.'

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

const optionOf = (name: FlagName): Option => {
  const { flag, text } = optionRows[name]
  const byDefault = defaultTextOf(optionRows[name])
  const option = new Option(flag, `${text} [${byDefault}]\n${paint('dim', envOf(name))}`)
  return isRepeatable(name) ? option.argParser(collect) : option
}

/** The layout of help texts. Commander removes colours where the output is not a terminal. */
class Manual extends Help {
  /** The help of the program shows the options of the default command too. */
  override formatHelp(command: CommanderCommand, helper: Help): string {
    const text = super.formatHelp(command, helper)
    const byDefault = command.commands.find((other) => other.name() === defaultCommand)
    if (byDefault === undefined) return text
    const width = helper.padWidth(byDefault, helper)
    const groups = helper.groupItems([], [...byDefault.options], (option) => option.helpGroupHeading ?? '')
    const lists = [...groups].flatMap(([heading, options]) => {
      const items = options.map(({ flags, description }) =>
        helper.formatItem(flags, width, description, helper),
      )
      return helper.formatItemList(heading, items, helper)
    })
    return [text, `Options of ${defaultCommand}, with their ${legend}.`, '', ...lists].join('\n')
  }

  /** The options of a command are in its own help. */
  override subcommandTerm(command: CommanderCommand): string {
    return command.name()
  }

  /** Words on lines of this width; a default in brackets stays on one line where it fits. */
  override boxWrap(text: string, width: number): string {
    const lines = text.split('\n').flatMap((line) => {
      const [, words = '', last = ''] = /^(.*?) ?(\[[^\]]*\])?$/.exec(line) ?? []
      const ending = last.length <= width ? [last] : last.split(' ')
      return filled([...words.split(' '), ...ending.filter(Boolean)], width)
    })
    return lines.join('\n')
  }

  override styleTitle(title: string): string {
    return paint('bold', title)
  }
}

const legend = '[default] and environment variable'

/** Exit statuses; 0 is success. */
const exitCodes = { failed: 1, wrongUse: 2 } as const

const wrongUses: ReadonlySet<string> = new Set(['invalid_option', 'invalid_fixture'])

/** Prints what a command threw to the standard error and sets the exit status. */
export const report = (error: unknown): void => {
  if (error instanceof CommanderError && error.exitCode === 0) return
  const wrongUse =
    error instanceof CommanderError || (error instanceof SandboxError && wrongUses.has(error.code))
  process.exitCode = wrongUse
    ? exitCodes.wrongUse
    : error instanceof Failure
      ? error.status
      : exitCodes.failed
  printMessages(linesOf(error))
  if (debugging() && error instanceof Error) process.stderr.write(`${error.stack}\n`)
}

const debugging = (): boolean => (process.env.DEBUG ?? '').split(/[\s,]+/).includes('payment-sandbox')

/** One line for each problem. */
const linesOf = (error: unknown): string[] => {
  const message = errorMessage(error)
  if (error instanceof CommanderError) return [message.replace(/^error: /, '')]
  if (error instanceof Failure) return [message]
  if (error instanceof SandboxError)
    return error.code === 'port_taken' ? [portLine(error)] : message.split('\n')
  if (permissionText(error) !== null) return [message]
  return [`${message.split('\n')[0]} (a bug in payment-sandbox; DEBUG=payment-sandbox shows the stack)`]
}

/** With the flag of the server that has no port. */
const portLine = ({ message, issues: [issue] }: SandboxError): string =>
  `${message}; for example: payment-sandbox ${issue?.path === 'vaultPort' ? '--vault-port' : '--port'} 0`
