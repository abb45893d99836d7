import { fail } from '../kernel/errors'
import { isObject } from '../kernel/json'
import { currentVersion, type Version } from '../resources/account/model'
import { forms as from2015 } from './2014-07-27'
import { forms as from2017 } from './2015-11-17'
import { forms as from2019 } from './2017-11-02'
import { applyForm, type Forms, type Part } from './form'

/**
 * Older versions of the API (spec 9). An answer is made in the newest form and walked back, one version after the
 * other, each as a pure step over the whole tree. The newest version passes through no step at all.
 */
const steps: readonly { readonly version: Version; readonly forms: Forms }[] = [
  { version: '2017-11-02', forms: from2019 },
  { version: '2015-11-17', forms: from2017 },
  { version: '2014-07-27', forms: from2015 },
]

/** Free data of the merchant's, which may look like anything. */
const free = new Set(['metadata', 'filters'])

/** A whole object, not a part of one. */
interface Shown extends Part {
  readonly object: string
}

const isShown = (value: unknown): value is Shown => isObject(value) && typeof value.object === 'string'

const nameOf = ({ object }: Shown, nested: boolean): string =>
  nested && object === 'list' ? 'nested list' : object

/** One object in the form of a version; `null` where that version does not know it. */
const back = (forms: Forms, newer: Shown, nested: boolean): Part | null => {
  const form = forms[nameOf(newer, nested)]
  if (form === null) return null
  const shown = form === undefined ? { ...newer } : applyForm(form, newer)
  for (const [field, value] of Object.entries(shown)) {
    // What an event tells stays in the form in which it happened.
    if (free.has(field) || (newer.object === 'event' && field === 'data')) continue
    if (isShown(value)) shown[field] = back(forms, value, true) ?? value.id ?? null
    else if (Array.isArray(value)) shown[field] = value.map((member) => memberIn(forms, member))
  }
  return shown
}

/** A list of what a version does not know cannot be shown in it. */
const memberIn = (forms: Forms, member: unknown): unknown => {
  if (!isShown(member)) return member
  const shown = back(forms, member, true)
  if (shown === null) throw fail('serializer_not_found')
  return shown
}

/** As far back as there is a form, and whether that is far enough. */
const walk = (version: Version, newest: Shown): { readonly shown: Shown; readonly arrived: boolean } => {
  let shown = newest
  for (const step of steps) {
    const older = back(step.forms, shown, false)
    if (older === null) return { shown, arrived: false }
    shown = { ...older, object: newest.object }
    if (step.version === version) break
  }
  return { shown, arrived: true }
}

/** Whether there are objects of this name in a version. */
export const knows = (version: Version, object: string): boolean => {
  if (version === currentVersion) return true
  for (const step of steps) {
    if (step.forms[object] === null) return false
    if (step.version === version) break
  }
  return true
}

/** The answer as `version` shows it; refuses with 404 `serializer_not_found` what it does not know. */
export const showIn = (version: Version, answer: object): object => {
  if (version === currentVersion || !isShown(answer)) return answer
  const { shown, arrived } = walk(version, answer)
  if (!arrived) throw fail('serializer_not_found')
  return shown
}

/** The oldest form there is where `version` does not know the object: what an event tells must not get lost. */
export const showNear = (version: Version, newest: Shown): Shown =>
  version === currentVersion ? newest : walk(version, newest).shown
