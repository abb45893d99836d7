/** Time of the model: what falls due happens in order, each at its own moment. */
import { lapseDispute } from './after'
import { onExpiryDue } from './charges'
import { runDue } from './schedules'
import type { Clock, Job } from './world'

const earlier = (one: Job, other: Job): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

const takeNext = (clock: Clock, until: number): Job | undefined => {
  let found: Job | undefined
  for (const job of clock.jobs)
    if (job.at <= until && (found === undefined || earlier(job, found))) found = job
  if (found !== undefined) clock.jobs.splice(clock.jobs.indexOf(found), 1)
  return found
}

const runJob = ({ world, about }: Job): void => {
  if (about.kind === 'charge') onExpiryDue(world, about)
  else if (about.kind === 'dispute') lapseDispute(world, about)
  else runDue(world, about)
}

/** Something still waits for this. */
const isLive = ({ about }: Job): boolean => {
  if (about.kind === 'charge') return about.state === 'waiting' || about.state === 'held'
  if (about.kind === 'dispute') return about.state === 'open'
  return about.state === 'scheduled' || about.retryOn !== null
}

export const moveTo = (clock: Clock, time: number): void => {
  clock.jobs = clock.jobs.filter(isLive)
  for (let job = takeNext(clock, time); job !== undefined; job = takeNext(clock, time)) {
    clock.now = job.at
    runJob(job)
  }
  clock.now = time
}
