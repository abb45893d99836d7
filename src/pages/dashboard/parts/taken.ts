import { isSuccess } from '../../../service/webhooks/outbox'

interface AttemptOutcome {
  readonly status: number | null
  readonly uri: string
  /** Left out where all attempts are of one event. */
  readonly event?: string
}

/** An attempt that had no answer, or one that was not a success. */
export const isFailed = ({ status }: Pick<AttemptOutcome, 'status'>): boolean => !isSuccess(status)

/** The attempts to deliver events to addresses that have taken none of them so far. */
export const notTaken = <T extends AttemptOutcome>(attempts: readonly T[]): readonly T[] => {
  const purposeOf = ({ event, uri }: T): string => `${event} ${uri}`
  const taken = new Set(attempts.filter((attempt) => !isFailed(attempt)).map(purposeOf))
  return attempts.filter((attempt) => !taken.has(purposeOf(attempt)))
}
