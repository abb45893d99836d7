import type { UndoLog } from '../kernel/commit'
import type { Lifetime } from '../kernel/lifetime'
import { Turns } from '../kernel/real-time'
import type { Timeline } from '../kernel/timeline'
import type { Backend, Exchange, Keeping } from './exchange'
import { nothingMade } from './journal'

/** One moment for each operation; those of requests that come together are kept together. */
export const answering = (
  undo: UndoLog,
  timeline: Timeline,
  lifetime: Lifetime,
): Pick<Backend, 'atOneMoment' | 'pause'> & { readonly keeping: Keeping } => {
  const turns = new Turns()
  return {
    atOneMoment: (work) => {
      turns.count()
      const run = () => timeline.still(work)
      return turns.areBusy || undo.kept !== null ? undo.together(run) : run()
    },
    pause: (ms) => lifetime.pause(ms),
    keeping: {
      keepNow: () => undo.keepNow(),
      get kept() {
        return undo.kept
      },
      get turn() {
        return turns.areBusy ? turns.end : null
      },
    },
  }
}

/**
 * Answers once what was done is kept: nobody is told of what could still be lost. Where requests come several at a
 * time, to be kept with the others takes less than to be kept alone; and over sockets their answers are sent one after
 * the other, which takes a fifth less than to wake each client in between.
 */
export const whenKept = (exchange: Exchange, send: () => Response): Response | Promise<Response> => {
  const { kept, turn } = exchange.backend.keeping
  const end = kept ?? (exchange.isOverSocket ? turn : null)
  if (end === null) return send()
  return end.then(send, (error) => {
    // It was taken back, and so has made nothing.
    exchange.trace.made = nothingMade
    throw error
  })
}
