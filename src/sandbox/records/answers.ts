import { isObject } from '../../kernel/json'
import { specifiedFields } from '../../service/http/profile-form'
import { applyProfile } from '../../service/resources/record'
import { renderById } from '../../service/resources/registry'
import type { World } from '../../service/world'
import type { Core } from '../core'

/** A record as the API answers it now: the readers of the library show more. `{}` for an unknown id. */
export const answerOf = (world: World, id: string, { settings, timeline }: Core): object => {
  const { baseUrl, profileForm } = settings
  const renderContext = { livemode: world.livemode, now: timeline.now(), baseUrl, profileForm }
  return applyProfile(renderById(world, id, renderContext) ?? {}, renderContext)
}

/** The objects in an answer, with all that they hold. */
const objectsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] => {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (!isObject(value)) return []
  const parts = Object.entries(value).flatMap(([name, part]) => (name === 'metadata' ? [] : objectsIn(part)))
  return [value, ...parts]
}

/** Fields that only the specification has and an answer has not, such as `charge.captured`. */
export const omittedIn = (answer: unknown): readonly string[] => {
  const fields = objectsIn(answer).flatMap((one) => {
    const object = String(one.object)
    const missing = (specifiedFields[object] ?? []).filter((field) => !Object.hasOwn(one, field))
    return missing.map((field) => `${object}.${field}`)
  })
  return [...new Set(fields)]
}
