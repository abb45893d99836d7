/** What can go wrong, where, and what happens then (contract of the sandbox, section 12.1). */
import type { FaultEffect } from './model'

/** Who makes a call: the customer's flow, `recover`, or a receiver of webhooks. */
export type ExploreRole = 'flow' | 'recover' | 'receiver'

/** A call or a delivery of a run, under the name that scenarios begin with. */
export interface ExplorePoint {
  /** `POST /charges #1`, `charge.create #1`, `payer: pay-charge #1` */
  readonly name: string
  readonly at: 'call' | 'delivery' | 'payer' | 'flow'
  /** Who makes this call; `null` for others. */
  readonly by: ExploreRole | null
  /** Whether this call changes something. */
  readonly changes: boolean
  /** Whether this call takes money: the stored answer of an idempotency key takes none. */
  takes: boolean
  /** Whether the payer acts on a page that leads back to the shop. */
  readonly returns: boolean
  /** What caused this delivery: a call, or what a payer or bank did in the flow; `null` for neither. */
  readonly cause: ExplorePoint | null
  /** The delivery to the same receiver that follows this one; `null` for none. */
  next: ExplorePoint | null
  /** How long the receiver took; for a call, what its caller did afterwards, up to its next call or its end. */
  span: ExploreSpan
}

/** How long something takes. */
export interface ExploreSpan {
  /** Real time. */
  readonly ms: number
  /** Continuations of promises, as far as they are counted. */
  readonly ticks: number
}

export interface KindRow {
  readonly at: ExplorePoint['at']
  /** What happens, for stories. */
  readonly text: string
  /** The name in the head of a table, in pieces of up to seven letters. */
  readonly head: readonly [string, string?]
  /** Default: every point of `at`. */
  readonly fits?: (point: ExplorePoint) => boolean
  /** Where this is, for the error about a kind that applies nowhere. Default: what `at` says. */
  readonly where?: string
  /** Whether it stops the flow, so that only `recover` runs on. */
  readonly crashes?: true
  /** The fault of a request. */
  readonly effect?: Partial<FaultEffect>
}

const changes = ({ changes }: ExplorePoint): boolean => changes
const followed = ({ next }: ExplorePoint): boolean => next !== null
const caused = ({ cause }: ExplorePoint): boolean => cause !== null
const causedByCall = ({ cause }: ExplorePoint): boolean => cause?.at === 'call'

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
    where: 'a call that changes something',
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
    where: 'a call that takes money',
  },
  'crash-before': {
    at: 'call',
    text: 'the flow stops for good before it',
    head: ['crash-', 'before'],
    fits: changes,
    where: 'a call that changes something',
    crashes: true,
  },
  'crash-after': {
    at: 'call',
    text: 'it happens, and the flow stops for good',
    head: ['crash-', 'after'],
    fits: changes,
    where: 'a call that changes something',
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
    fits: followed,
    where: 'a delivery with another to the same receiver after it',
  },
  early: {
    at: 'delivery',
    text: 'it arrives before the call that caused it is answered',
    head: ['early'],
    fits: causedByCall,
    where: 'a delivery that a call caused',
  },
  'at-once': {
    at: 'delivery',
    text: 'it arrives twice at the same time',
    head: ['at-', 'once'],
  },
  together: {
    at: 'delivery',
    text: 'it and a later one arrive at the same time',
    head: ['toge-', 'ther'],
    fits: followed,
    where: 'a delivery with another to the same receiver after it',
  },
  beside: {
    at: 'delivery',
    text: 'it arrives as the call that caused it is answered, or as its payer pays',
    head: ['beside'],
    fits: caused,
    where: 'a delivery that the flow caused',
  },
  forged: {
    at: 'delivery',
    text: 'first comes a copy with another amount, signed by another secret',
    head: ['forged'],
  },
  'payer-late': {
    at: 'payer',
    text: 'the payer acts an hour after the flow has ended',
    head: ['payer-', 'late'],
    where: 'an act of a payer',
  },
  'payer-never': {
    at: 'payer',
    text: 'the payer never acts, and the payment ends by itself',
    head: ['payer-', 'never'],
    where: 'an act of a payer',
  },
  'payer-twice': {
    at: 'payer',
    text: 'the payer tries it again in a second tab',
    head: ['payer-', 'twice'],
    where: 'an act of a payer',
  },
  'payer-gone': {
    at: 'payer',
    text: 'the payer acts, and never returns to the shop',
    head: ['payer-', 'gone'],
    fits: ({ returns }) => returns,
    where: 'a page of a payer that leads back to the shop',
  },
  'double-click': { at: 'flow', text: 'the flow runs twice, side by side', head: ['double-', 'click'] },
  again: { at: 'flow', text: 'the flow runs a second time after its end', head: ['again'] },
} as const satisfies Record<string, KindRow>

/** A kind of failure. */
export type ExploreKind = keyof typeof kinds

export const kindNames = Object.keys(kinds) as readonly ExploreKind[]
export const isKind = (name: string): name is ExploreKind => Object.hasOwn(kinds, name)
export const rowOf = (kind: ExploreKind): KindRow => kinds[kind]

/** What is tried by default: not a flow that runs twice, which may pay two orders on purpose. */
export const usualKinds = kindNames.filter((kind) => rowOf(kind).at !== 'flow')

/** How many calls of one name are answered 503 in a row. */
export const unavailableCalls = 3

/** What a failure must not lead to. */
export const exploreRules = {
  check: '`check` or `recover` throws, a command does not exit with 0, or a rejection is left unhandled',
  'double-charge':
    '`once`: two charges share the value of this field, and each is paid and not fully refunded, authorized and not reversed, or shown to a payer who can still pay it',
  'more-money':
    'without `once`: more was paid and held, less what was refunded, than in the first run; not where the flow itself runs twice',
  'retried-decline':
    'the flow or `recover` repeats a declined charge: with the same token, saved card or customer, for the same value of `once` (without it: the same amount)',
  'double-refund': 'a flow that refunds has refunded more than in the first run',
  books:
    '`books`: what the shop believes differs from the service: paid or not, refunded amount, or a paid charge that it does not know',
  'wrong-amount': '`books`: the service took another `amount` or `currency` than the shop believes',
  forged: 'a receiver answers 2xx to a forged event, and does not ask the service for its record',
  hung: 'the run is not over in `timeoutMs` of real time, or events never end',
} as const

export type ExploreRule = keyof typeof exploreRules
