import { fail } from '../kernel/errors'
import { isObject } from '../kernel/json'
import { currentVersion, history, type Part, type Step, type Version, versions } from './history'

/**
 * Older versions of the API (spec 9): an answer is made in the newest form and then shown in that of another
 * version, object by object. The answers of the newest version pass as they are.
 */
const olderVersions = versions.filter((version) => version !== currentVersion)

/** From the newest version back to each one. */
const stepsTo = new Map<Version, readonly Step[]>(
  olderVersions.map((version, i) => [
    version,
    olderVersions
      .slice(i)
      .reverse()
      .map((passed) => history[passed]),
  ]),
)
const noSteps: readonly Step[] = []

/** Whether there are objects of this name in a version. */
export const knows = (version: Version, object: string): boolean =>
  !(stepsTo.get(version) ?? noSteps).some(({ lacks }) => lacks?.includes(object) === true)

/** The version that brought an operation: one that knows all that its path names, as `/links/:id` names links. */
export const sinceOf = (path: string): Version => {
  const names = path.split('/').map((part) => part.replace(/s$/, ''))
  return versions.find((version) => names.every((name) => knows(version, name))) ?? currentVersion
}

/** A whole object, not a part of one. */
interface Shown extends Part {
  readonly object: string
}

const isShown = (value: unknown): value is Shown => isObject(value) && typeof value.object === 'string'

/** Free data of the merchant's, which may look like anything. */
const free = new Set(['metadata', 'filters'])

const noChange: Step['objects'][string] = {}

const stepBack = (step: Step, object: string, newer: Part, now: number): Part => {
  const change = step.objects[object]
  if (change === undefined && step.renames === undefined && step.retypes === undefined) return newer
  const { renames, retypes, dropped } = change ?? noChange
  const shown: Record<string, unknown> = {}
  for (const [field, given] of Object.entries(newer)) {
    const name = renames?.[field] ?? step.renames?.[field] ?? field
    const retype = retypes?.[name] ?? step.retypes?.[name]
    const value = retype === undefined ? given : retype(given, newer, now)
    if (value !== undefined) shown[name] = value
  }
  for (const field in dropped) shown[field] = dropped[field]?.(newer)
  return shown
}

const isShort = (step: Step, { object, deleted }: Shown): boolean =>
  deleted === true && step.shortOnceDeleted?.includes(object) === true

/** One object, and all that it holds, as a version shows it. */
const show = (version: Version, newest: Shown, now: number): Shown => {
  let own: Part = newest
  for (const step of stepsTo.get(version) ?? noSteps) {
    if (isShort(step, newest)) {
      const { object, id, livemode, deleted } = newest
      return { object, id, livemode, deleted }
    }
    own = stepBack(step, newest.object, own, now)
  }
  const shown: Record<string, unknown> & { object: string } = { object: newest.object }
  for (const [field, value] of Object.entries(own)) {
    // The data of an event stays in the form in which it happened.
    const isFinal = free.has(field) || (newest.object === 'event' && field === 'data')
    shown[field] = isFinal ? value : showPart(version, value, now)
  }
  return shown
}

/** Instead of an object that the version does not know there is its id; a list of such objects cannot be shown. */
const showPart = (version: Version, value: unknown, now: number): unknown => {
  if (Array.isArray(value))
    return value.map((member) => (isShown(member) ? showIn(version, member, now) : member))
  if (!isShown(value)) return value
  return knows(version, value.object) ? show(version, value, now) : (value.id ?? null)
}

/** The answer as `version` shows it at a moment; refuses with 404 `serializer_not_found` what it does not know. */
export const showIn = (version: Version, answer: object, now: number): object => {
  if (version === currentVersion || !isShown(answer)) return answer
  if (!knows(version, answer.object)) throw fail('serializer_not_found')
  return show(version, answer, now)
}

/** In the first version that knows the object if `version` does not: the data of an event must not get lost. */
export const showNear = (version: Version, newest: Shown, now: number): Shown => {
  const near = versions.find((candidate) => candidate >= version && knows(candidate, newest.object))
  return near === currentVersion || near === undefined ? newest : show(near, newest, now)
}
