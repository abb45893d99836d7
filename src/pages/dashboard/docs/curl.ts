import { isObject } from '../../../kernel/json'
import { curlWords, onLines, pairsOf, tokenHeader, userWord } from '../../docs/commands'
import type { CommandTarget } from '../../docs/content'
import type { Example, Operation } from '../../docs/operations'

/** The facts about a sandbox that an example command needs. */
export interface Here extends Pick<CommandTarget, 'url' | 'keys' | 'asksForToken'> {
  /** The id of the newest record of a kind, such as `charges`; `undefined` while there is none. */
  readonly newest: (kind: string) => string | undefined
  /** The newest record by the prefix of its id, such as `chrg`. */
  readonly newestLike: (prefix: string) => string | undefined
  /** Bodies as JSON; as a form otherwise. */
  readonly asJson: boolean
}

/** Replaces the ids in examples, which end in `_example`, by ids of existing records. */
const withIds = (value: unknown, here: Here): unknown => {
  if (typeof value === 'string') {
    const [, prefix] = /^([a-z]+)(?:_test)?_example$/.exec(value) ?? []
    return prefix === undefined ? value : (here.newestLike(prefix) ?? value)
  }
  if (Array.isArray(value)) return value.map((one) => withIds(one, here))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withIds(one, here)]))
}

const filledPath = (path: string, here: Here): string => {
  let kind = ''
  return path
    .split('/')
    .map((part) => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
      if (name === undefined) {
        kind = part
        return part
      }
      return here.newest(kind) ?? usual[name] ?? `${kind.replace(/s$/, '')}_id`
    })
    .join('/')
}

const usual: Readonly<Record<string, string>> = { event_key: 'charge.complete' }

/** A body for an operation without examples: its required fields, with existing records. */
const exampleOf = ({ bodies }: Operation, here: Here): Example['value'] =>
  Object.fromEntries(
    (bodies[0]?.fields ?? [])
      .filter(({ name, required }) => required && !name.includes('['))
      .map(({ name, type }) => {
        const [, first] = /^one of ([^,]+)/.exec(type) ?? []
        return [name, first ?? here.newest(`${name}s`) ?? `${name}_id`]
      }),
  )

/** Example commands, one for each example. */
export const curlOf = (operation: Operation, here: Here) => {
  const { method, path, server, key, examples } = operation
  const request = {
    method,
    url: `${server ?? here.url}${filledPath(path, here)}`,
    user: key !== null ? [userWord(here.keys[key])] : here.asksForToken ? [tokenHeader] : [],
  }
  const takesBody = method !== 'GET' && method !== 'DELETE'
  const given =
    examples.length > 0 || !takesBody ? examples : [{ summary: '', value: exampleOf(operation, here) }]
  const bodies = given.length === 0 ? [{ summary: '', value: {} }] : given
  return bodies.map(({ summary, value }) => {
    const body = withIds(value, here)
    const isEmpty = Object.keys(isObject(body) ? body : {}).length === 0
    const data = isEmpty ? [] : here.asJson ? [JSON.stringify(body)] : pairsOf(body)
    return { text: summary, line: onLines(curlWords({ ...request, data })) }
  })
}
