/** Whether the first run did anything that counts: what the service refuses, no failure can break. */
import type { RequestRecord } from 'payment-sandbox'
import type { ExplorePoint } from '../../service/faults/kinds'
import type { ProbedCall } from '../../service/faults/probe'
import { keyRefusal, placeOf } from '../../service/wrong-keys'

/** A call with a good key, and its answer. */
export interface TriedCall {
  readonly point: ExplorePoint
  readonly exchange: ProbedCall['exchange']
  /** The charge that it made: a declined one counts too. */
  readonly charge: string | null
}

interface CallAttempt {
  /** `POST /charges` */
  readonly name: string
  /** `null` where it was accepted. */
  readonly refusal: string | null
}

const refusalOf = (status: number | null, code: string | null, why: string | null): string =>
  [`was refused with ${status ?? 'no answer'}`, code, why === null ? null : `(${why})`]
    .filter((part) => part !== null)
    .join(' ')

const attemptOf = ({ point, exchange, charge }: TriedCall): CallAttempt => {
  const { status = null, code = null, error = null } = exchange.outcome ?? {}
  const isAccepted = charge !== null || (status !== null && status >= 200 && status < 400)
  return {
    name: point.name.replace(/ #\d+$/, ''),
    refusal: isAccepted ? null : refusalOf(status, code, error?.message ?? null),
  }
}

/** A call with a wrong key. */
const unauthorized = (call: RequestRecord): CallAttempt => ({
  name: placeOf(call),
  refusal: keyRefusal(call.error, call.warnings[0] ?? null),
})

const movesMoney = ({ name }: CallAttempt): boolean =>
  /^POST \/(?:charges|transfers|charges\/:id\/(?:capture|refunds|reverse)|links|schedules|api\/sessions)$/.test(
    name,
  )

const changes = ({ name }: CallAttempt): boolean => !name.startsWith('GET ')

const shownMax = 3

/** A call of the first run that the service refused. */
export interface RefusedCall {
  /** `POST /charges #1` */
  readonly name: string
  /** `was refused with 404 not_found (…)` */
  readonly why: string
}

export const refusedAmong = (calls: readonly TriedCall[]): readonly RefusedCall[] =>
  calls.flatMap((call) => {
    const { refusal: why } = attemptOf(call)
    return why === null ? [] : [{ name: call.point.name, why }]
  })

/**
 * Why nothing was tried: all calls were refused, or all that change something, or all that move money; `null` where some
 * were accepted, or none made.
 * @param refused the calls with a wrong key
 */
export const whyNothingTried = (
  calls: readonly TriedCall[],
  refused: readonly RequestRecord[],
): string | null => {
  const all = [...refused.map(unauthorized), ...calls.map(attemptOf)]
  const kinds: readonly (readonly [string, readonly CallAttempt[]])[] = [
    ['call that takes or gives back money', all.filter(movesMoney)],
    ['call that changes something', all.filter(changes)],
    ['call', all],
  ]
  const [what, attempts = []] = kinds.find(([, some]) => some.length > 0) ?? []
  if (what === undefined || attempts.some(({ refusal }) => refusal === null)) return null
  const texts = [...new Set(attempts.map(({ name, refusal }) => `${name} ${refusal}`))]
  const more = texts.length > shownMax ? ` and ${texts.length - shownMax} more` : ''
  return `no ${what} was accepted without a fault: ${texts.slice(0, shownMax).join('; ')}${more}`
}
