import { actionOf, Failure, type Given } from '../command-line'
import { printResult } from '../terminal'
import { runningClient, type ServerAnswer } from './client'

const actions = { show: [], advance: ['<duration>'], set: ['<time>'], freeze: [], resume: [] } as const

/** Reads and moves the virtual clock of a running sandbox. Returns when all due jobs have run. */
export const clock = async (given: Given): Promise<void> => {
  const { action, words } = actionOf('clock', actions, given)
  const running = runningClient(given)
  const move = (body: object): Promise<ServerAnswer> => running.control('POST', '/clock', body)
  const moveFar = (body: object): Promise<ServerAnswer> =>
    running.long('POST', '/clock', body).catch(async (error) => {
      if (!(error instanceof Failure) || error.message !== 'stopped') throw error
      const { json } = await running.control('GET', '/clock')
      throw new Failure(`the clock was stopped on its way: it shows ${String(json.now)}`)
    })
  const moves = {
    show: () => running.control('GET', '/clock'),
    advance: () => moveFar({ advance: words[0] }),
    set: () => moveFar({ set: words[0] }),
    freeze: () => move({ freeze: true }),
    resume: () => move({ freeze: false }),
  }
  const { json } = await moves[action]()
  const state = json.frozen === true ? 'stopped: it moves only on request' : 'runs'
  printResult(given, json, () => `${String(json.now)}, ${state}\n`)
}
