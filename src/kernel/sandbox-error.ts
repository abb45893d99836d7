import { isObject } from './json'

export type SandboxErrorCode =
  /** Calls to this host reach a sandbox already. */
  | 'already_intercepted'
  | 'clock_backwards'
  | 'closed'
  | 'endless_events'
  /** The explored flow fails, or breaks a rule, without any fault. */
  | 'flow_failed'
  | 'invalid_duration'
  | 'invalid_fault'
  | 'invalid_fixture'
  | 'invalid_option'
  | 'invalid_snapshot'
  | 'invalid_time'
  | 'no_endpoint'
  | 'not_found'
  /** The explored flow made no call. */
  | 'nothing_to_explore'
  | 'port_taken'
  | 'cannot_listen'
  | 'cannot_write'
  /** The service refuses it, with the service's own message. */
  | 'refused'
  /** The caller stopped it. */
  | 'stopped'
  | 'timed_out'
  /** The sandbox does not answer for this host. */
  | 'unknown_host'
  /** This needs a feature that only Node has. */
  | 'unsupported_runtime'

/** The error of the library: a wrong use or a failure of the environment, never an answer of the service. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode
  /** The problems of single fields, where there are several. */
  readonly issues: readonly { readonly path: string; readonly message: string }[]
  /** Of `flow_failed`: what happened in the first run, one line each. */
  readonly story?: readonly string[]
  /** The command that prints what the documentation says about it. */
  readonly docs_url: string

  constructor(
    code: SandboxErrorCode,
    message: string,
    { issues = [], story, ...options }: ErrorOptions & Partial<Pick<SandboxError, 'issues' | 'story'>> = {},
  ) {
    super(message, options)
    this.name = 'SandboxError'
    this.code = code
    this.issues = issues
    if (story !== undefined) this.story = story
    this.docs_url = `npx payment-sandbox docs ${refusalOf(options.cause) ?? code}`
  }
}

/** The entries of the package have a copy of the class each: what one throws is one for all of them. */
Object.defineProperty(SandboxError, Symbol.hasInstance, {
  value(this: unknown, value: unknown): boolean {
    const isCopy = this === SandboxError && value instanceof Error && value.name === 'SandboxError'
    return isCopy || Function.prototype[Symbol.hasInstance].call(this as typeof SandboxError, value)
  },
})

/**
 * For functions that take options: a number in their place, or `null`, would be taken for none.
 * @throws SandboxError `invalid_option`
 */
export const checkObject = (given: unknown, name = 'options', isNeeded = false): void => {
  if (isObject(given) || (given === undefined && !isNeeded)) return
  const shown =
    given === null || given === undefined
      ? String(given)
      : Array.isArray(given)
        ? 'a list'
        : `a ${typeof given}`
  throw new SandboxError('invalid_option', `${name}: must be an object, not ${shown}`)
}

/** The most mistakes of one input that are named; the others are counted. */
export const issuesShownMax = 100

export const moreMistakes = (count: number): string => `and ${count} more mistake${count === 1 ? '' : 's'}`

/** The name of an error of the service. */
const refusalOf = (cause: unknown): string | null =>
  cause instanceof Error && 'refusal' in cause ? String(cause.refusal) : null

/** The state file could not be written, so the change was undone. */
export const isNotKept = (error: unknown): error is SandboxError =>
  error instanceof SandboxError && error.code === 'cannot_write'

/** The options of Node that give what its permission model withholds. */
const permissionFlags = {
  FileSystemRead: '--allow-fs-read',
  FileSystemWrite: '--allow-fs-write',
  ChildProcess: '--allow-child-process',
  WorkerThreads: '--allow-worker',
  Net: '--allow-net',
} as const

/** Which permission a failed call lacked, under Node's `--permission`; `null` for every other error. */
export const permissionText = (error: unknown): string | null => {
  const { code, permission, resource } = isObject(error) ? error : {}
  if (code !== 'ERR_ACCESS_DENIED') return null
  const flag = permissionFlags[permission as keyof typeof permissionFlags] ?? 'the option that gives it'
  return flag.startsWith('--allow-fs')
    ? `no permission for ${resource}: start Node with ${flag}=<path>`
    : `no permission: start Node with ${flag}`
}

/** The text of a thrown value, for the end of another message. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? (permissionText(error) ?? error.message) : String(error)
