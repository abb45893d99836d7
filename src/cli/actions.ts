import { meant } from '../kernel/nearest'
import { wrong } from './agreement'

/** A command of several actions: `fixtures validate shop.yaml`. */
export interface Action<A extends string> {
  readonly action: A
  /** The words after it. */
  readonly words: readonly string[]
}

/** The arguments of an action, as in its usage: `<file>`, `[file]`, `<file...>`. */
export type Takes = readonly string[]

/**
 * The action that the words name. Default: the first one of the table.
 * @throws SandboxError `invalid_option` with a suggestion, or with the missing argument
 */
export const actionOf = <A extends string>(
  command: string,
  actions: { readonly [action in A]: Takes },
  words: readonly string[],
): Action<A> => {
  const names = Object.keys(actions) as A[]
  const [word = names[0], ...rest] = words
  const action = names.find((name) => name === word)
  if (action === undefined) throw wrong(`unknown ${command} action '${word}'${meant(String(word), names)}`)
  const takes = actions[action]
  const usage = `payment-sandbox ${[command, action, ...takes].join(' ')}`
  const missing = takes[rest.length]
  if (missing?.startsWith('<') === true) throw wrong(`${command} ${action} needs ${missing}: ${usage}`)
  const isOpen = takes.at(-1)?.includes('...') === true
  if (!isOpen && rest.length > takes.length)
    throw wrong(`${command} ${action} takes nothing after "${rest[takes.length - 1] ?? action}": ${usage}`)
  return { action, words: rest }
}
