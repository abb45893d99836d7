import type { UndoLog } from '../kernel/commit'
import type { Lifetime } from '../kernel/lifetime'
import { Turns } from '../kernel/real-time'
import type { Timeline } from '../kernel/timeline'
import type { AppContext, Backend, Keeping } from './env'
import { nothingMade } from './journal'

/** Runs each operation at one time of the clock. Changes of requests that arrive together are saved together. */
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
 * Answers when the changes are saved, so that no client is answered about changes that could still be lost. It is
 * faster to save the changes of simultaneous requests together; and over sockets their answers are sent one after the
 * other, which takes a fifth less time than waking each client in between.
 */
export const whenKept = (context: AppContext, answer: () => Response): Response | Promise<Response> => {
  const { kept, turn } = context.env.backend.keeping
  const end = kept ?? (context.env.connection === undefined ? null : turn)
  if (end === null) return answer()
  return end.then(answer, (error) => {
    // The operation was undone.
    context.get('trace').made = nothingMade
    throw error
  })
}
