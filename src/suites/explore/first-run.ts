/** The run without a fault: it must hold, and something must be able to fail in it. */
import { SandboxError } from '../../kernel/sandbox-error'
import { type Choices, whyNowhere } from './plan'
import { type RunRecord, type RunScenario, verdictsOf } from './run-record'
import { storyLines } from './story'

/** @param more what its story does not say */
const flowFailed = (
  message: string,
  { story, cause }: RunRecord,
  more: readonly string[] = [],
): SandboxError => {
  const lines = [...storyLines(story), ...more]
  const shown = lines.slice(-storyMax).map((line) => `\n  ${line}`)
  if (lines.length > storyMax) shown.unshift(`\n  … ${lines.length - storyMax} lines before`)
  return new SandboxError('flow_failed', `${message}${shown.join('')}`, { cause, story: lines })
}

/** The most lines of a story in the message of an error. */
const storyMax = 30

export const noCall =
  'the flow made no call: let it call the sandbox that it gets, by sandbox.fetch or with `intercept`'

/** Where the receiver accepted nothing: its answer, and how the sandbox signs. */
const whyNoneAccepted = ({ deliveries, hint }: RunRecord): string | null => {
  const [refused] = deliveries
  if (refused === undefined || deliveries.some(({ accepted }) => accepted)) return null
  const { uri, status, error } = refused
  const answer = status === null ? `${uri} gave no answer: ${error}` : `${uri} answered ${status}`
  return `no webhook was accepted without a fault: ${answer}${hint === null ? '' : `; ${hint}`}`
}

/** @throws SandboxError `flow_failed` where the run without a fault does not hold or tries nothing, `nothing_to_explore` */
const checkFirst = (first: RunRecord): void => {
  const [wrong] = verdictsOf(first)
  const { points, untried } = first
  const unheard = whyNoneAccepted(first)
  const isSilent = untried === null && !points.some(({ at }) => at === 'call')
  if (wrong !== undefined) {
    const more = [untried, isSilent ? noCall : null, unheard].filter((line) => line !== null)
    throw flowFailed(`the flow does not hold without a fault: ${wrong.message}`, first, more)
  }
  if (isSilent) throw new SandboxError('nothing_to_explore', noCall)
  if (untried !== null) throw flowFailed(untried, first)
  if (unheard !== null) throw flowFailed(unheard, first)
}

/** A kind that can apply nowhere would find nothing, and look as if all was well. @throws SandboxError `invalid_option` */
export const checkKinds = ({ points }: RunRecord, { named = [], ...choices }: Choices): void => {
  const flaws = named.flatMap((kind) => {
    const why = whyNowhere(kind, points, choices)
    return why === null ? [] : [`${kind} can apply nowhere: ${why}`]
  })
  if (flaws.length > 0) throw new SandboxError('invalid_option', `kinds: ${flaws.join('; ')}`)
}

const calmMs = 500

/** A receiver that the flow starts is gone when it ends. */
const hearsAsMuch = (calm: RunRecord, first: RunRecord): boolean => {
  const heard = new Set(calm.deliveries.filter(({ accepted }) => accepted).map(({ name }) => name))
  return first.deliveries.every(({ name, accepted }) => !accepted || heard.has(name))
}

/**
 * A flow that goes on while its webhooks arrive is another one each time, as it pleases the machine. Where they can wait
 * for its end, or for a wait of its own, it is explored that way: the kinds that let them overlap show what breaks.
 */
export const firstRun = async (
  run: RunScenario,
): Promise<{ first: RunRecord; patienceMs: number; unsteady: string | null }> => {
  const first = await run(null, { first: null, patienceMs: 0 })
  const breaks = verdictsOf(first)
  const isBroken = breaks.length > 0
  if (
    (isBroken || first.overlaps) &&
    first.deliveries.length > 0 &&
    breaks.every(({ rule }) => rule !== 'hung')
  ) {
    const calm = await run(null, { first: null, patienceMs: calmMs })
    // A flow that looks again and again for what its webhooks bring would wait in each run.
    const waits = calm.ms > first.ms + calmMs / 2
    if (verdictsOf(calm).length === 0 && hearsAsMuch(calm, first) && (isBroken || !waits)) {
      checkFirst(calm)
      return { first: calm, patienceMs: calmMs, unsteady: breaks[0]?.message ?? null }
    }
  }
  checkFirst(first)
  return { first, patienceMs: 0, unsteady: null }
}
