import { pause } from '../../kernel/real-time'
import { type RunScenario, verdictsOf } from '../../suites/explore/run-record'

/** How long an application may work on after its answers, as on the job of a queue, in ms of real time. */
const workingOnMs = 300
const attempts = 5

/**
 * For runs that share one application: what it still does when a run is over can reach the next one. So a finding must come
 * back after a pause; of a race, which does not show each time, one of some attempts must.
 */
export const confirmFindings =
  (run: RunScenario): RunScenario =>
  async (scenario, context) => {
    let record = await run(scenario, context)
    const isHung = record.verdicts.some(({ rule }) => rule === 'hung')
    if (scenario === null || isHung || verdictsOf(record).length === 0) return record
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      await pause(workingOnMs)
      record = await run(scenario, context)
      if (verdictsOf(record).length > 0) break
    }
    return record
  }
