/** A story as a sequence diagram: who says what to whom, in order. Both drawings of a run are made of it. */

import { type ExploreKind, rowOf } from '../../service/faults/kinds'
import { printable } from '../wording'
import { attemptText, type StoryEntry, type StoryLane } from './story'

/** A request or an answer. */
export interface StoryArrow {
  readonly type: 'arrow'
  readonly from: StoryLane
  readonly to: StoryLane
  readonly text: string
  readonly isAnswer: boolean
  /** Whether it never arrives. */
  readonly isLost: boolean
  /** The call or delivery that it belongs to, by the moment at which it began. */
  readonly exchange: number
  /** Whether it broke a rule. */
  readonly isBroken: boolean
}

/** Something that happens at one place. */
export interface StoryNote {
  readonly type: 'event' | 'fault' | 'gap' | 'note'
  /** One lane, or two with the place between them. */
  readonly lanes: readonly [StoryLane, StoryLane?]
  readonly text: string
  /** Whether it broke a rule. */
  readonly isBroken?: boolean
}

export type StoryStep = StoryArrow | StoryNote

/** The lanes from left to right, each with what a reader calls it. */
const lanes: Readonly<Record<StoryLane, string>> = {
  flow: "Customer's flow",
  recover: 'Your recovery job',
  application: 'Your application',
  service: 'Payment service',
  receiver: 'Webhook receiver',
}

/** Those of a run, with their names: `recover` only where it ran, an application in place of a receiver. */
export const lanesOf = (entries: readonly StoryEntry[]): readonly (readonly [StoryLane, string])[] => {
  const lanesIn = (entry: StoryEntry): readonly StoryLane[] =>
    entry.type === 'note' ? [entry.lane] : 'from' in entry ? [entry.from, entry.to] : []
  const used = new Set(entries.flatMap(lanesIn))
  const absent = used.has('application') ? 'receiver' : 'application'
  return (Object.keys(lanes) as StoryLane[])
    .filter((lane) => lane !== absent && (lane !== 'recover' || used.has(lane)))
    .map((lane) => [lane, lanes[lane]])
}

const losesRequest: readonly ExploreKind[] = ['refused', 'crash-before', 'lost', 'never']
const losesAnswer: readonly ExploreKind[] = ['answer-lost', 'crash-after', 'ack-lost']

const textMax = 240

/** On one line: programs say what they want. */
export const plainText = (text: string, max = textMax): string => {
  const plain = printable(text).replace(/\s+/g, ' ').trim()
  const letters = [...plain]
  return letters.length > max ? `${letters.slice(0, max).join('')}…` : plain
}

type StoryExchange = Extract<StoryEntry, { readonly type: 'call' | 'delivery' }>

type PlacedStep = readonly [moment: number, step: StoryStep]

const exchangeSteps = (
  entry: StoryExchange,
  kind: ExploreKind | undefined,
  { isApart, isBroken }: { readonly isApart: boolean; readonly isBroken: boolean },
): readonly PlacedStep[] => {
  const { type, began, ended, name, from, to, result } = entry
  const attempt = type === 'call' ? 1 : entry.attempt
  const more = type === 'call' ? meanwhileText(entry) : `${entry.what}${attemptText(entry)}`
  // A retry arrives.
  const loses = (kinds: readonly ExploreKind[]): boolean =>
    attempt === 1 && kind !== undefined && kinds.includes(kind)
  const isCut = loses(losesRequest)
  const isOpen = ended === null && !isCut
  const text = [name, more.replace(/^, /, ''), isOpen ? 'never answered' : '']
    .filter((word) => word !== '')
    .join(', ')
  const shared = { type: 'arrow', exchange: began, isBroken } as const
  const request = { ...shared, from, to, text, isAnswer: false, isLost: isCut }
  if (ended === null || isCut) return [[began, request]]
  const said = plainText(isApart ? `${name}: ${result}` : result)
  const answer = { ...shared, from: to, to: from, text: said, isAnswer: true, isLost: loses(losesAnswer) }
  return [
    [began, { ...request, isBroken: false }],
    [ended, answer],
  ]
}

/** Where it did something else than to serve its customer. */
const meanwhileText = ({ from, meanwhile = '' }: Extract<StoryEntry, { readonly type: 'call' }>): string =>
  from !== 'application' || meanwhile.endsWith(' the flow') ? '' : `while it ${meanwhile}`

/** A fault, and what it loses on its way, which is no delivery of the story. */
const faultSteps = (
  { began, name, kind, moment }: Extract<StoryEntry, { readonly type: 'fault' }>,
  { caller, receiver }: { readonly caller: StoryLane; readonly receiver: StoryLane },
): readonly PlacedStep[] => {
  const { at, text } = rowOf(kind)
  const [from, to]: readonly [StoryLane, StoryLane] =
    at === 'delivery' ? ['service', receiver] : [caller, 'service']
  const fault = {
    type: 'fault',
    lanes: [from, to],
    text: `${moment === null ? kind : `${kind} ${moment}`}: ${text}`,
  } as const
  if (at !== 'delivery' || !losesRequest.includes(kind)) return [[began, fault]]
  const lost = {
    type: 'arrow',
    from,
    to,
    text: name,
    isAnswer: false,
    isLost: true,
    exchange: began,
    isBroken: false,
  } as const
  return [
    [began, lost],
    [began, fault],
  ]
}

const isExchange = (entry: StoryEntry): entry is StoryExchange =>
  entry.type === 'call' || entry.type === 'delivery'

/** Whether other calls or deliveries began or ended between the start of this one and its answer. */
const overlaps = ({ began, ended }: StoryExchange, all: readonly StoryExchange[]): boolean =>
  all.some((other) =>
    [other.began, other.ended].some((moment) => moment !== null && moment > began && moment < (ended ?? 0)),
  )

/** Events of one moment in one step. */
const joined = (steps: readonly StoryStep[]): readonly StoryStep[] => {
  const all: StoryStep[] = []
  for (const step of steps) {
    const before = all.at(-1)
    if (step.type === 'event' && before?.type === 'event')
      all[all.length - 1] = { ...before, text: `${before.text}, ${step.text}` }
    else all.push(step.type === 'event' ? { ...step, text: `event ${step.text}` } : step)
  }
  return all
}

/** What happened, in order: a request and its answer are two steps, and what overlaps comes between them. */
export const stepsOf = (
  entries: readonly StoryEntry[],
  broken: ReadonlySet<StoryEntry>,
): readonly StoryStep[] => {
  const receiver = lanesOf(entries).some(([lane]) => lane === 'application') ? 'application' : 'receiver'
  const exchanges = entries.filter(isExchange)
  const callers = new Map(exchanges.map(({ name, from }) => [name, from]))
  const faults = new Map<string, ExploreKind>()
  for (const entry of entries) if (entry.type === 'fault') faults.set(entry.name, entry.kind)
  const placed = entries.flatMap((entry): readonly PlacedStep[] => {
    const { began } = entry
    const isBroken = broken.has(entry)
    if (isExchange(entry)) {
      const isApart = overlaps(entry, exchanges)
      return exchangeSteps(entry, faults.get(entry.name), { isApart, isBroken })
    }
    if (entry.type === 'fault')
      return faultSteps(entry, { caller: callers.get(entry.name) ?? 'flow', receiver })
    return entry.type === 'event'
      ? [[began, { type: 'event', lanes: ['service'], text: entry.name }]]
      : [[began, { type: 'note', lanes: [entry.lane], text: plainText(entry.text), isBroken }]]
  })
  return joined(placed.sort(([one], [other]) => one - other).map(([, step]) => step))
}

/** What is kept before the fault, and at the end. */
const margin = 0.25

/** At most about `most` steps: around the fault, what broke a rule, and the last ones. */
export const shortened = (steps: readonly StoryStep[], most: number): readonly StoryStep[] => {
  if (steps.length <= most) return steps
  const kept = Math.floor(most * margin)
  const struck = Math.max(
    0,
    steps.findIndex(({ type }) => type === 'fault'),
  )
  const from = Math.min(Math.max(0, struck - kept), steps.length - most)
  const [to, end] = [from + most - kept, steps.length - kept]
  const shown: StoryStep[] = []
  let left = 0
  steps.forEach((step, i) => {
    const isKept = (i >= from && i < to) || i >= end || step.isBroken === true
    if (!isKept) {
      left += 1
      return
    }
    if (left > 0) shown.push({ type: 'gap', lanes: ['service'], text: `… ${left} more steps` })
    left = 0
    shown.push(step)
  })
  return shown
}
