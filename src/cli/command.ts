import type { FlagName, Given } from './command-line'

/** A list of names that a shell completes. */
export type ValueList = 'event keys' | 'fixtures' | 'hosts'

/** One row for each command. Its code is a separate file, loaded when the command runs. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** The arguments after the name: `['<file>', 'the file to check']`. */
  readonly words?: readonly (readonly [word: string, text: string])[]
  /** The usage line. Default: the words, then `[options]`. */
  readonly usage?: string
  /** The possible values of the first word. */
  readonly actions?: readonly string[]
  /** What a shell offers after a word: after an action, or after the name of the command. */
  readonly follows?: Readonly<Record<string, ValueList>>
  /** Options of the sandbox and its servers, by their heading in the help. */
  readonly options?: Readonly<Record<string, readonly FlagName[]>>
  /** Options of this command only. They have no environment variable. */
  readonly own?: readonly (readonly [flag: string, text: string, may?: 'repeat'])[]
  /** Text after the options in the help: exit statuses, examples. */
  readonly notes?: string
  readonly load: () => Promise<(given: Given) => Promise<void>>
}
