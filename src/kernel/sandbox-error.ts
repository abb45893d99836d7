export type SandboxErrorCode =
  | 'clock_backwards'
  | 'closed'
  | 'endless_events'
  | 'invalid_duration'
  | 'invalid_fault'
  | 'invalid_fixture'
  | 'invalid_option'
  | 'invalid_snapshot'
  | 'invalid_time'
  | 'no_endpoint'
  | 'not_found'
  | 'port_taken'
  | 'cannot_listen'
  | 'cannot_write'
  /** The service itself refuses it; the message is the service's own. */
  | 'refused'
  /** Whoever began it stopped it. */
  | 'stopped'
  | 'timed_out'

/** What the library throws: a wrong use or a failure of its surroundings, never an answer of the service. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode
  /** What is wrong with each part, where there are several. */
  readonly issues: readonly { readonly path: string; readonly message: string }[]

  constructor(
    code: SandboxErrorCode,
    message: string,
    { issues = [], ...options }: ErrorOptions & Partial<Pick<SandboxError, 'issues'>> = {},
  ) {
    super(message, options)
    this.name = 'SandboxError'
    this.code = code
    this.issues = issues
  }
}

/** The state could not be written where it outlives the process: what was to happen did not. */
export const isNotKept = (error: unknown): error is SandboxError =>
  error instanceof SandboxError && error.code === 'cannot_write'
