import { fail } from '../../kernel/errors'
import { isObject } from '../../kernel/json'
import {
  currentVersion,
  history,
  type Retype,
  type ShownObject,
  type Version,
  type VersionChange,
  type VersionStep,
  versions,
} from './history'

/**
 * Older versions of the API (spec 9): an answer is made in the newest form and then shown in that of another
 * version, object by object. The answers of the newest version pass as they are.
 */

/** The change of each field, by its newer name. Other fields stay as they are. */
type Plan = ReadonlyMap<string, { readonly name: string; readonly retype?: Retype | undefined }>

const planOf = (step: VersionStep, { renames, retypes }: VersionChange): Plan => {
  const made = { ...step.retypes, ...retypes }
  return new Map([
    ...Object.entries(made).map(([name, retype]) => [name, { name, retype }] as const),
    ...Object.entries({ ...step.renames, ...renames }).map(
      ([field, name]) => [field, { name, retype: made[name] }] as const,
    ),
  ])
}

/** A step with a plan for each kind of object, and one for those about which it says nothing. */
interface ReadyStep extends VersionStep {
  readonly plans: ReadonlyMap<string, Plan>
  readonly otherwise: Plan
}

const readyStep = (step: VersionStep): ReadyStep => ({
  ...step,
  plans: new Map(Object.entries(step.objects).map(([object, change]) => [object, planOf(step, change)])),
  otherwise: planOf(step, {}),
})

/** The steps from the newest version back to the oldest. Most tests use the newest one, and need none. */
const allSteps = versions
  .filter((version) => version !== currentVersion)
  .map((version) => readyStep(history[version]))
  .reverse()

/** From the newest version back to this one. */
const stepsTo = (version: Version): readonly ReadyStep[] =>
  allSteps.slice(0, versions.length - 1 - versions.indexOf(version))

/** Whether there are objects of this name in a version. */
export const knows = (version: Version, object: string): boolean =>
  !stepsTo(version).some(({ lacks }) => lacks?.includes(object) === true)

const operatesOn = (version: Version, object: string): boolean =>
  knows(version, object) &&
  !stepsTo(version).some(({ lacksOperationsOf }) => lacksOperationsOf?.includes(object) === true)

/** The version that brought an operation: one that has all that its path names, as `/links/:id` names links. */
export const sinceOf = (path: string): Version => {
  const names = path.split('/').map((part) => part.replace(/s$/, ''))
  return versions.find((version) => names.every((name) => operatesOn(version, name))) ?? currentVersion
}

/** A whole object, not a part of one. */
interface WholeObject extends ShownObject {
  readonly object: string
}

const isShown = (value: unknown): value is WholeObject => isObject(value) && typeof value.object === 'string'

/** Metadata of the merchant, which may have any content. */
const free = new Set(['metadata', 'filters'])

const stepBack = (step: ReadyStep, object: string, newer: ShownObject, now: number): ShownObject => {
  const plan = step.plans.get(object) ?? step.otherwise
  const dropped = step.objects[object]?.dropped
  if (plan.size === 0 && dropped === undefined) return newer
  const shown: Record<string, unknown> = {}
  for (const field in newer) {
    const value = newer[field]
    const change = plan.get(field)
    if (change === undefined) shown[field] = value
    else {
      const retyped = change.retype === undefined ? value : change.retype(value, newer, now)
      if (retyped !== undefined) shown[change.name] = retyped
    }
  }
  for (const field in dropped) shown[field] = dropped[field]?.(newer)
  return shown
}

const isShort = (step: VersionStep, { object, deleted }: WholeObject): boolean =>
  deleted === true && step.shortOnceDeleted?.includes(object) === true

/** One object, and all that it holds, as a version shows it. */
const show = (version: Version, newest: WholeObject, now: number): WholeObject => {
  let own: ShownObject = newest
  for (const step of stepsTo(version)) {
    if (isShort(step, newest)) {
      const { object, id, livemode, deleted } = newest
      return { object, id, livemode, deleted }
    }
    own = stepBack(step, newest.object, own, now)
  }
  const shown: Record<string, unknown> & WholeObject = { ...own, object: newest.object }
  for (const field in own) {
    const value = own[field]
    // The data of an event stays in the form in which the event was made.
    const isFinal = free.has(field) || (newest.object === 'event' && field === 'data')
    if (!isFinal && typeof value === 'object' && value !== null) shown[field] = showPart(version, value, now)
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

/**
 * The answer as `version` shows it at a moment; refuses with 404 `serializer_not_found` what it does not know. An event
 * comes in its own version, and stays so.
 */
export const showIn = (version: Version, answer: object, now: number): object => {
  if (version === currentVersion || !isShown(answer) || answer.object === 'event') return answer
  if (!knows(version, answer.object)) throw fail('serializer_not_found')
  return show(version, answer, now)
}

/** In the first version that knows the object if `version` does not: the data of an event must not get lost. */
export const showNear = (version: Version, newest: WholeObject, now: number): WholeObject => {
  const near = versions.find((candidate) => candidate >= version && knows(candidate, newest.object))
  return near === currentVersion || near === undefined ? newest : show(near, newest, now)
}
