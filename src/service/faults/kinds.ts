/** What can go wrong, where, and what happens then (contract of the sandbox, section 12.1). */
import type { FaultEffect } from './model'

/** A call or a delivery of a run, under the name that scenarios begin with. */
export interface ExplorePoint {
  /** `POST /charges #1`, `charge.create #1` */
  readonly name: string
  readonly at: 'call' | 'delivery' | 'flow'
  /** Whether this call changes something. */
  readonly changes: boolean
  /** Whether this call takes money. */
  readonly takes: boolean
  /** Whether a call caused this delivery. */
  readonly isCaused: boolean
  /** Whether another delivery to the same receiver follows this one. */
  isFollowed: boolean
}

export interface KindRow {
  readonly at: ExplorePoint['at']
  /** What happens, for stories. */
  readonly text: string
  /** The name in the head of a table, in pieces of up to seven letters. */
  readonly head: readonly [string, string?]
  /** Default: every point of `at`. */
  readonly fits?: (point: ExplorePoint) => boolean
  /** Whether it stops the flow, so that only `recover` runs on. */
  readonly crashes?: true
  /** The fault of a request. */
  readonly effect?: Partial<FaultEffect>
}

const changes = ({ changes }: ExplorePoint): boolean => changes

const answers = (status: number, headers: Readonly<Record<string, string>> = {}): Partial<FaultEffect> => ({
  respond: { status, code: null, message: null, headers, body: null },
})

export const kinds = {
  refused: {
    at: 'call',
    text: 'the connection is cut before anything happens',
    head: ['refused'],
    effect: { drop: 'request' },
  },
  'answer-lost': {
    at: 'call',
    text: 'it happens, and the answer is lost',
    head: ['answer-', 'lost'],
    fits: changes,
    effect: { drop: 'response' },
  },
  'error-500': {
    at: 'call',
    text: 'it is answered 500, and nothing happens',
    head: ['error-', '500'],
    effect: answers(500),
  },
  unavailable: {
    at: 'call',
    text: 'this call and the next two like it are answered 503, and nothing happens',
    head: ['unavai-', 'lable'],
    // A client that obeys waits in real time.
    effect: answers(503, { 'retry-after': '0' }),
  },
  'rate-limited': {
    at: 'call',
    text: 'it is answered 429, and nothing happens',
    head: ['rate-', 'limited'],
    effect: answers(429),
  },
  declined: {
    at: 'call',
    text: 'the bank declines with insufficient_fund',
    head: ['decli-', 'ned'],
    fits: ({ takes }) => takes,
  },
  'crash-before': {
    at: 'call',
    text: 'the flow stops for good before it',
    head: ['crash-', 'before'],
    fits: changes,
    crashes: true,
  },
  'crash-after': {
    at: 'call',
    text: 'it happens, and the flow stops for good',
    head: ['crash-', 'after'],
    fits: changes,
    crashes: true,
  },
  lost: { at: 'delivery', text: 'this attempt does not arrive, and is retried', head: ['lost'] },
  never: { at: 'delivery', text: 'no attempt of this event arrives', head: ['never'] },
  twice: { at: 'delivery', text: 'it arrives twice', head: ['twice'] },
  'ack-lost': {
    at: 'delivery',
    text: "it arrives, the receiver's answer is lost, and it is retried",
    head: ['ack-', 'lost'],
  },
  late: { at: 'delivery', text: 'it arrives an hour later', head: ['late'] },
  overtaken: {
    at: 'delivery',
    text: 'the next one arrives first',
    head: ['over-', 'taken'],
    fits: ({ isFollowed }) => isFollowed,
  },
  early: {
    at: 'delivery',
    text: 'it arrives before the call that caused it is answered',
    head: ['early'],
    fits: ({ isCaused }) => isCaused,
  },
  forged: {
    at: 'delivery',
    text: 'first comes a copy with another amount, signed by another secret',
    head: ['forged'],
  },
  'double-click': { at: 'flow', text: 'the flow runs twice, side by side', head: ['double-', 'click'] },
} as const satisfies Record<string, KindRow>

/** A kind of failure. */
export type ExploreKind = keyof typeof kinds

export const kindNames = Object.keys(kinds) as readonly ExploreKind[]
export const isKind = (name: string): name is ExploreKind => Object.hasOwn(kinds, name)
export const rowOf = (kind: ExploreKind): KindRow => kinds[kind]

/** What is tried by default. */
export const usualKinds = kindNames.filter((kind) => kind !== 'double-click')

/** How many calls of one name are answered 503 in a row. */
export const unavailableCalls = 3

/** What a failure must not lead to. */
export const exploreRules = {
  check:
    '`check` throws, a command ends with another status than 0, `recover` throws, or a rejection is left unhandled',
  'double-charge': '`once`: two paid charges that were not refunded in full share the value of this field',
  'double-refund': 'a flow that refunds has refunded more than in the first run',
  books:
    '`books`: what the shop believes differs from the service: paid or not, refunded amount, or a paid charge that it does not know',
  forged: 'a receiver answers 2xx to a forged event',
  hung: 'the run is not over in `timeoutMs` of real time, or events never end',
} as const

export type ExploreRule = keyof typeof exploreRules
