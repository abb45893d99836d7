import { dayMs, iso } from '../../kernel/calendar'
import type { ApiError } from '../../kernel/errors'
import type { Exchange } from './exchange'

/** Fake timers of a test change the `Date` of the process, and not the clock of the sandbox. */

/** Refusals of a time that lies on the wrong side of now. */
const judgedByNow = /in the (?:future|past)$|for the first occurrence$/

/** Whether a refusal depends on the present time. */
export const isAboutNow = ({ context: { validation_errors: problems = [] } }: ApiError): boolean =>
  problems.some(({ message }) => judgedByNow.test(message))

/** Says that the two differ by more than a day, once for each sandbox: at the first answer that this explains. */
export const warnOfDates = ({ backend, warnings }: Exchange): void => {
  const [date, now] = [backend.processDate(), backend.timeline.now()]
  if (backend.warnedOf.has('dates') || !(Math.abs(date - now) > dayMs)) return
  backend.warnedOf.add('dates')
  warnings.push(
    `the Date of this process is ${iso(date)}, and the clock of the sandbox ${iso(now)}: with fake timers, give ` +
      "createTest() or createSandbox() time: 'test', and the clock follows them; otherwise start it at another time " +
      'with now (--now)',
  )
}
