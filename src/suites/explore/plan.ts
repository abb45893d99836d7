/** From the calls and deliveries of a run to the scenarios that are tried. */
import { SandboxError } from '../../kernel/sandbox-error'
import { fits, meant } from '../../kernel/text'
import {
  type ExploreKind,
  type ExplorePoint,
  isKind,
  rowOf,
  unavailableCalls,
} from '../../service/faults/kinds'

/** One failure, at one call or delivery. */
export interface PlannedFailure {
  /** `POST /charges #1` */
  readonly point: string
  readonly kind: ExploreKind
}

export interface Scenario {
  /** `POST /charges #1: answer-lost` */
  readonly name: string
  /** One, or two of a pair. */
  readonly failures: readonly PlannedFailure[]
}

export const scenarioOf = (...failures: readonly PlannedFailure[]): Scenario => ({
  name: failures.map(({ point, kind }) => `${point}: ${kind}`).join(' + '),
  failures,
})

export const isDouble = (scenario: Scenario | null): boolean =>
  scenario?.failures.some(({ kind }) => kind === 'double-click') === true

/** The whole flow, as a point. */
const flowPoint: ExplorePoint = {
  ...{ name: 'flow', at: 'flow', changes: true, takes: false, isCaused: false, isFollowed: false },
}

export interface Choices {
  readonly kinds: readonly ExploreKind[]
  /** Whether something runs after a crash. */
  readonly recovers: boolean
  /** Calls and deliveries where nothing fails: `GET /customers` is each of them, `GET /customers #1` one. */
  readonly skip?: readonly string[] | undefined
}

/** `GET /customers` of `GET /customers #1`. */
const withoutNumber = (name: string): string => name.replace(/ #\d+$/, '')

const isSkipped = (name: string, pattern: string): boolean =>
  name === pattern || withoutNumber(name) === pattern || fits(pattern, name)

/** The names of the points where nothing fails. @throws SandboxError `invalid_option` for one that fits none */
export const skippedOf = (
  points: readonly ExplorePoint[],
  skip: readonly string[] = [],
): readonly string[] => {
  const names = points.map(({ name }) => name)
  const unknown = skip.find((pattern) => !names.some((name) => isSkipped(name, pattern)))
  if (unknown === undefined) return names.filter((name) => skip.some((pattern) => isSkipped(name, pattern)))
  const plain = [...new Set(names.map(withoutNumber))]
  throw new SandboxError(
    'invalid_option',
    `skip: there is no call or delivery ${unknown}${meant(unknown, plain)}`,
  )
}

const applies = (kind: ExploreKind, point: ExplorePoint, recovers: boolean): boolean => {
  const { at, fits, crashes } = rowOf(kind)
  return at === point.at && (fits?.(point) ?? true) && (crashes !== true || recovers)
}

const failuresAt = (
  point: ExplorePoint,
  { kinds, recovers, skip = [] }: Choices,
): readonly PlannedFailure[] =>
  skip.some((pattern) => isSkipped(point.name, pattern))
    ? []
    : kinds.filter((kind) => applies(kind, point, recovers)).map((kind) => ({ point: point.name, kind }))

/** One for each point of the first run and each failure that is possible there. */
export const singlesOf = (points: readonly ExplorePoint[], choices: Choices): readonly Scenario[] =>
  [flowPoint, ...points].flatMap((point) => failuresAt(point, choices)).map((failure) => scenarioOf(failure))

const callAndNumber = (point: string): { readonly name: string; readonly number: number } => {
  const at = point.lastIndexOf(' #')
  return { name: point.slice(0, at), number: Number(point.slice(at + 2)) }
}

/** Whether the second failure makes an outage longer than the attempts of a client, or is part of it already. */
const prolongs = (first: PlannedFailure, second: PlannedFailure): boolean => {
  if (first.kind !== 'unavailable' || rowOf(second.kind).effect === undefined) return false
  const [from, to] = [callAndNumber(first.point), callAndNumber(second.point)]
  const later = to.number - from.number
  const isPart = second.kind === 'unavailable' && later < unavailableCalls
  return from.name === to.name && (isPart || later === unavailableCalls)
}

/**
 * A failure together with each that is possible later.
 * @param reached the points of the run with the first failure alone, in order
 */
export const pairsOf = (
  single: Scenario,
  reached: readonly ExplorePoint[],
  choices: Choices,
): readonly Scenario[] => {
  const [first] = single.failures
  if (first === undefined) return []
  const from = first.point === flowPoint.name ? 0 : reached.findIndex(({ name }) => name === first.point) + 1
  if (from === 0 && first.point !== flowPoint.name) return []
  return reached
    .slice(from)
    .flatMap((point) => failuresAt(point, choices))
    .filter((second) => !prolongs(first, second))
    .map((second) => scenarioOf(first, second))
}

/** Reads the name of a scenario; `null` where it has no such form. */
export const readScenario = (name: string): Scenario | null => {
  const failures = name.split(' + ').map((part): PlannedFailure | null => {
    const at = part.lastIndexOf(': ')
    const kind = part.slice(at + 2)
    return at > 0 && isKind(kind) ? { point: part.slice(0, at), kind } : null
  })
  const known = failures.filter((failure) => failure !== null)
  return known.length === failures.length && known.length <= 2 ? scenarioOf(...known) : null
}

export const unknownScenario = (only: string, known: readonly Scenario[]): SandboxError => {
  const names = known.map(({ name }) => name)
  return new SandboxError('invalid_option', `only: there is no scenario ${only}${meant(only, names)}`)
}
