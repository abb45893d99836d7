import type { FlagName, Given } from './given'

/** One row per command. The code of each is a file of its own, loaded when the command runs. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** What stands after the name: `['<file>', 'the file to check']`. */
  readonly words?: readonly (readonly [word: string, text: string])[]
  /** How it is called, where that is not its words and then its options. */
  readonly usage?: string
  /** What can stand as the first of them. */
  readonly actions?: readonly string[]
  /** Options of the sandbox and its servers, by the heading under which the help shows them. */
  readonly options: Readonly<Record<string, readonly FlagName[]>>
  /** Options of this command alone: they have no environment variable. */
  readonly own?: readonly (readonly [flag: string, text: string, may?: 'repeat'])[]
  /** What follows the options in the help: what it answers, calls to copy. */
  readonly notes?: string
  readonly load: () => Promise<(given: Given) => Promise<void>>
}
