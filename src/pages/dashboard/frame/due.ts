import type { View } from './view'

/** What a planned job does when its time comes, for people: one, and several. */
const names: Readonly<Record<string, readonly [one: string, many: string]>> = {
  'charge.lapse': ['charge expires', 'charges expire'],
  'occurrence.run': ['schedule runs', 'schedules run'],
  'dispute.lapse': ['dispute is lost', 'disputes are lost'],
  'webhook.attempt': ['webhook is tried', 'webhooks are tried'],
}

export interface Due {
  /** Epoch milliseconds of the virtual clock. */
  readonly at: number
  readonly text: string
  /** The text of several such jobs, after their number. */
  readonly many: string
  /** The id of the record that it is about. */
  readonly subject: string
  readonly account: string
  readonly livemode: boolean
}

/** The jobs that fall due next, in every account, the soonest first. */
export const dueNext = ({ parts: { clock } }: View, count: number): readonly Due[] => {
  const found: Due[] = []
  for (const { runAt, kind, world, subject } of clock.planned()) {
    if (found.length === count) break
    const [account = '', mode] = world.split('/')
    // Attempts for one event are told apart by the position of their address: `evnt_test_1/0`.
    const [id = ''] = subject.split('/')
    const [text, many] = names[kind] ?? [kind, kind]
    found.push({ at: runAt, text, many, subject: id, account, livemode: mode === 'live' })
  }
  return found
}

export const dueText = (view: View): Due | null => dueNext(view, 1)[0] ?? null
