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
import { isMoment, momentsIn, noSpan, sumOf, takesTime } from './moments'

/** One failure, at one call or delivery. */
export interface PlannedFailure {
  /** `POST /charges #1` */
  readonly point: string
  readonly kind: ExploreKind
  /** When exactly, where that matters: `+5ms`, `at POST /charges #1`, `with charge.complete #2`. */
  readonly moment?: string | null
}

export interface Scenario {
  /** `POST /charges #1: answer-lost` */
  readonly name: string
  /** One, or two of a pair. */
  readonly failures: readonly PlannedFailure[]
}

export const scenarioOf = (...failures: readonly PlannedFailure[]): Scenario => ({
  name: failures
    .map(({ point, kind, moment }) => `${point}: ${kind}${moment ? ` ${moment}` : ''}`)
    .join(' + '),
  failures,
})

/** The failure that lets the flow run twice: side by side, or one after the other. */
export const repeatIn = (scenario: Scenario | null): PlannedFailure | undefined =>
  scenario?.failures.find(({ kind }) => rowOf(kind).at === 'flow')

export const isDouble = (scenario: Scenario): boolean => repeatIn(scenario)?.kind === 'double-click'

/** `POST /charges #1` of `at POST /charges #1`. */
export const callOfMoment = (moment: string | null): string | null =>
  moment?.startsWith('at ') ? moment.slice('at '.length) : null

/** `charge.complete #2` of `with charge.complete #2`. */
export const partnerOfMoment = (moment: string | null): string | null =>
  moment?.startsWith('with ') ? moment.slice('with '.length) : null

/** @param facts what differs from a point where nothing is changed by anyone */
export const pointOf = (
  name: string,
  at: ExplorePoint['at'],
  facts: Partial<ExplorePoint> = {},
): ExplorePoint => ({
  name,
  at,
  by: null,
  changes: false,
  takes: false,
  returns: false,
  cause: null,
  next: null,
  span: noSpan,
  ...facts,
})

/** The whole flow, as a point. */
export const flowPoint = pointOf('flow', 'flow', { changes: true })

export interface Choices {
  readonly kinds: readonly ExploreKind[]
  /** Whether something runs after a crash. */
  readonly recovers: boolean
  /** Calls and deliveries where nothing fails: `GET /customers` is each of them, `GET /customers #1` one. */
  readonly skip?: readonly string[] | undefined
  /** The kinds that were asked for by name. */
  readonly named?: readonly ExploreKind[] | undefined
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

/** The failure of a scenario at other moments, where the moment matters. */
export const momentsOf = ({ failures }: Scenario, points: readonly ExplorePoint[]): readonly Scenario[] => {
  const [failure] = failures
  if (failure === undefined || failures.length > 1) return []
  const point = [flowPoint, ...points].find(({ name }) => name === failure.point)
  const moments = (point && momentsAt[failure.kind]?.(point, points)) ?? []
  return moments.map((moment) => scenarioOf({ ...failure, moment }))
}

/** The first delivery of each further event: of two payments, the receiver may ignore what comes between them. */
const laterOnes = (next: ExplorePoint | null): readonly string[] => {
  const byEvent = new Map<string, string>()
  for (let later = next; later !== null; later = later.next) {
    const event = withoutNumber(later.name)
    if (!byEvent.has(event)) byEvent.set(event, later.name)
  }
  return [...byEvent.values()].slice(1)
}

type MomentsAt = (point: ExplorePoint, points: readonly ExplorePoint[]) => readonly string[]

/** The kinds that are tried at several moments. */
const momentsAt: { readonly [K in ExploreKind]?: MomentsAt } = {
  'at-once': ({ span }) => momentsIn(noSpan, span),
  together: ({ span, next }) => [
    ...momentsIn(next?.span ?? noSpan, span),
    ...laterOnes(next).map((name) => `with ${name}`),
  ],
  beside: (point, points) => {
    const { cause } = point
    // Those that the same call caused before it arrive before it: over sockets the answer waits for them, and no payer does.
    const from = point.span.ticks === 0 ? points.indexOf(point) : 0
    const before = points.slice(from, points.indexOf(point) + 1).filter((other) => other.cause === cause)
    const wait = cause?.at === 'call' ? sumOf(before.map(({ span }) => span)) : noSpan
    return momentsIn(wait, cause?.span ?? noSpan)
  },
  'payer-twice': () => ['at once'],
  'double-click': (_, points) => points.filter(({ by }) => by === 'flow').map((call) => `at ${call.name}`),
}

/** Whether it depends on real time what a scenario shows. */
export const isRace = ({ failures }: Scenario, points: readonly ExplorePoint[]): boolean =>
  failures.some(
    ({ kind, point }) =>
      rowOf(kind).at === 'delivery' &&
      momentsAt[kind] !== undefined &&
      points.some(({ name, span }) => name === point && takesTime(span)),
  )

/** Whether a scenario may have this moment; those of time need not be among the measured ones. */
export const isMomentOf = (
  { kind, moment = null }: PlannedFailure,
  plain: Scenario,
  points: readonly ExplorePoint[],
): boolean =>
  moment === null ||
  momentsOf(plain, points).some(({ failures }) => failures[0]?.moment === moment) ||
  (isMoment(moment) && rowOf(kind).at === 'delivery' && momentsAt[kind] !== undefined)

/** Why a kind that was asked for can apply nowhere; `null` where it can. */
export const whyNowhere = (
  kind: ExploreKind,
  points: readonly ExplorePoint[],
  choices: Choices,
): string | null => {
  const { at, where, crashes } = rowOf(kind)
  if (crashes === true && !choices.recovers) return 'it needs `recover`, which goes on after the crash'
  if ([flowPoint, ...points].some((point) => failuresAt(point, { ...choices, kinds: [kind] }).length > 0))
    return null
  const skipped = choices.skip === undefined || choices.skip.length === 0 ? '' : ' that is not skipped'
  return `the first run had no ${where?.replace(/^an? /, '') ?? at}${skipped}`
}

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
    const [kind = '', ...rest] = part.slice(at + 2).split(' ')
    const moment = rest.length === 0 ? null : rest.join(' ')
    const other = callOfMoment(moment) ?? partnerOfMoment(moment)
    const isWhole = moment === null || isMoment(moment) || other !== null
    return at > 0 && isKind(kind) && isWhole ? { point: part.slice(0, at), kind, moment } : null
  })
  const known = failures.filter((failure) => failure !== null)
  return known.length === failures.length && known.length <= 2 ? scenarioOf(...known) : null
}

export const unknownScenario = (only: string, known: readonly Scenario[]): SandboxError => {
  const names = known.map(({ name }) => name)
  return new SandboxError('invalid_option', `only: there is no scenario ${only}${meant(only, names)}`)
}
