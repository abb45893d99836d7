import { fail, failInvalid } from '../../kernel/errors'
import { limits } from '../../kernel/limits'

/** The parameters of a request as one object. */
export type Parameters = Record<string, unknown>

/** The text of a body, or the parameters of a multipart body. */
export type SentBody = string | Parameters

/**
 * Decodes `a=1&b[c]=2&d[]=3`, the form encoding of the published clients: brackets nest, `[]` appends, and of two equal
 * names the last one wins. Objects have no prototype, so no name is special.
 */
export interface FormObject {
  [name: string]: FormValue
}
export type FormValue = string | FormValue[] | FormObject

/** Not `Object.create(null)`, which is a hash table in V8, five times slower to write and to read. */
export const emptyObject = (): FormObject => Object.setPrototypeOf({}, null)

export const decodeForm = (text: string): FormObject => {
  const root = emptyObject()
  if (text === '') return root
  const pairs = text.split('&', limits.parametersMax + 1)
  if (pairs.length > limits.parametersMax)
    throw fail('bad_request', {}, `too many parameters (maximum is ${limits.parametersMax})`)
  for (const pair of pairs) {
    if (pair === '') continue
    const split = pair.indexOf('=')
    const name = decode(split === -1 ? pair : pair.slice(0, split))
    addField(root, name, split === -1 ? '' : decode(pair.slice(split + 1)))
  }
  return root
}

const decode = (text: string): string => {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    // A single % is kept, as browsers do.
    return spaced.replace(/(%[0-9a-f]{2})+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes)
      } catch {
        return '\ufffd'
      }
    })
  }
}

/** `card[name]` -> card, name. `items[][sku]` -> items, '', sku. */
const fieldPath = (name: string): readonly string[] => {
  const open = name.indexOf('[')
  if (open <= 0 || !name.endsWith(']')) return [name]
  const path = [name.slice(0, open), ...name.slice(open + 1, -1).split('][')]
  if (path.length > limits.nestingMax)
    throw fail('bad_request', {}, `${path[0]} is nested too deep (maximum is ${limits.nestingMax} levels)`)
  return path
}

/** Adds one decoded field under its name in the form. */
export const addField = (root: FormObject, name: string, value: string): void => {
  const path = fieldPath(name)
  let place: FormObject | FormValue[] = root
  for (let i = 0; i < path.length - 1; i += 1) place = descend(place, path, i, name)
  const last = path[path.length - 1] ?? ''
  if (Array.isArray(place)) place.push(value)
  else {
    if (typeof place[last] === 'object') throw contradiction(name)
    place[last] = value
  }
}

/** The container under `path[i]`, created if it does not exist. */
const descend = (
  place: FormObject | FormValue[],
  path: readonly string[],
  i: number,
  name: string,
): FormObject | FormValue[] => {
  const wantsList = path[i + 1] === ''
  if (Array.isArray(place)) return memberOf(place, path, i + 1)
  const key = path[i] ?? ''
  const there = place[key]
  if (there === undefined) {
    const made = wantsList ? [] : emptyObject()
    place[key] = made
    return made
  }
  if (typeof there === 'string' || Array.isArray(there) !== wantsList) throw contradiction(name)
  return there
}

/** `items[][sku]`: a field that the last member already has starts a new member. */
const memberOf = (list: FormValue[], path: readonly string[], i: number): FormObject => {
  const last = list[list.length - 1]
  const key = path[i] ?? ''
  if (typeof last === 'object' && !Array.isArray(last) && (last[key] === undefined || i < path.length - 1))
    return last
  const made = emptyObject()
  list.push(made)
  return made
}

const contradiction = (name: string): Error =>
  failInvalid('bad_request', [
    { field: name, code: 'invalid', message: `${name} is given both as one value and as a list or object` },
  ])
