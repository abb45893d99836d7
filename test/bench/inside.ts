/** What is measured without sockets. Each question is asked of a fresh process, so that none warms up another. */
import { createSandbox } from '../../src/index'
import { exploreRows } from './explore'
import { collectGarbage, serve } from './program'
import { median, processorMs } from './rounds'
import { searchRows } from './search'
import { atMost, type Row } from './table'

/** Milliseconds of `createSandbox()` by itself, of many together: one is shorter than the clock of the processor. */
const createRows = async (quick: boolean): Promise<readonly Row[]> => {
  const each: number[] = []
  for (let round = 0; round < (quick ? 5 : 21); round += 1) {
    collectGarbage()
    const began = processorMs()
    const sandboxes = Array.from({ length: 2000 }, () => createSandbox())
    each.push((processorMs() - began) / sandboxes.length)
    for (const sandbox of sandboxes) await sandbox.close()
  }
  const what = 'createSandbox(), processor'
  return [{ what, unit: 'ms', ours: median(each), limit: null, ratio: null, gate: atMost(0.05), aim: null }]
}

const measures = { create: createRows, explore: exploreRows, search: searchRows }

export interface InsideQuestion {
  readonly measure: keyof typeof measures
  readonly quick: boolean
}

serve(({ measure, quick }: InsideQuestion): Promise<readonly Row[]> => measures[measure](quick))
