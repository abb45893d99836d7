type Tone = 'good' | 'wait' | 'bad' | 'idle'

const tones: { readonly [T in Exclude<Tone, 'idle'>]: readonly string[] } = {
  good: ['successful', 'paid', 'won', 'active', 'verified', 'delivered', 'closed', 'used', 'running', 'sent'],
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
