import { iso } from '../../../kernel/calendar'
import { moneyText } from '../../../kernel/money'
import { toSnakeCase } from '../../../kernel/text'

export interface MoneyProps {
  /** In subunits. */
  readonly amount: number
  readonly currency: string
}

export const Money = ({ amount, currency }: MoneyProps) => (
  <span class="money">{moneyText(amount, currency)}</span>
)

export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** The name of a kind or a place as a title: `Checkout sessions` for `checkoutSessions`. */
export const titled = (name: string): string => capitalized(toSnakeCase(name).replaceAll('_', ' '))

type Tone = 'good' | 'wait' | 'bad' | 'idle'

const tones: { readonly [T in Exclude<Tone, 'idle'>]: readonly string[] } = {
  good: [
    'successful',
    'paid',
    'completed',
    'won',
    'active',
    'verified',
    'delivered',
    'closed',
    'used',
    'running',
    'sent',
  ],
  wait: [
    'pending',
    'open',
    'waiting',
    'authorizing',
    'authorized',
    'awaiting_payment',
    'suspended',
    'unused',
    'stopped',
  ],
  bad: ['failed', 'lost', 'expired', 'rejected', 'locked', 'revoked'],
}

/** The colour of a state. A state that is neither success nor failure has none. */
export const toneOf = (state: string): Tone =>
  (['good', 'wait', 'bad'] as const).find((tone) => tones[tone].includes(state)) ?? 'idle'

interface StateProps {
  /** Such as `successful`. */
  readonly of: string
  readonly tone?: Tone
}

export const State = ({ of, tone = toneOf(of) }: StateProps) => (
  <span class={`state ${tone}`}>{of.replaceAll('_', ' ')}</span>
)

/** The status of an answer: 200, 402; 0 is no answer. */
export const Status = ({
  code,
  none = 'no answer',
}: {
  readonly code: number | null
  readonly none?: string
}) => <State of={code === null || code === 0 ? none : String(code)} tone={toneOfStatus(code ?? 0)} />

const toneOfStatus = (code: number): Tone => {
  if (code >= 200 && code < 300) return 'good'
  return code >= 300 && code < 400 ? 'idle' : 'bad'
}

/** Of the virtual clock: ISO 8601, or epoch milliseconds as rows have it. */
type At = string | number | Date

interface TimeProps {
  readonly at: At
}

const isoOf = (at: At): string => (typeof at === 'string' ? at : iso(Number(at)))

/** `2026-01-15 09:00:00`, in UTC. */
export const timeText = (at: At): string => isoOf(at).slice(0, 19).replace('T', ' ')

export const Time = ({ at }: TimeProps) => <time datetime={isoOf(at)}>{timeText(at)}</time>

/** A time in short: the time of today, the day of this year with its time, or the day. */
export const Moment = ({ at, now }: TimeProps & { readonly now: Date }) => {
  const [text, today] = [timeText(at), timeText(now)]
  const isThis = (length: number) => text.slice(0, length) === today.slice(0, length)
  return (
    <time datetime={isoOf(at)} title={text}>
      {isThis(10) ? text.slice(11) : isThis(4) ? text.slice(5, 16) : text.slice(0, 10)}
    </time>
  )
}

const distances = new Intl.RelativeTimeFormat('en')

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** `in 3 days`, `2 hours ago`, `now`: the largest unit that fits, for a distance in ms. */
export const distanceText = (ms: number): string => {
  const [name, size] = units.find(([, one]) => Math.abs(ms) >= one) ?? []
  return size === undefined ? 'now' : distances.format(Math.round(ms / size), name)
}
