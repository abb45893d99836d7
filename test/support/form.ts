/** Parameters as a published client writes them to a form. A second implementation: the tests' own. */
export type ParamValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly ParamValue[]
  | { readonly [name: string]: ParamValue }

/** Parameters of a request. A value of `undefined` is left out; `null` can only be said in JSON. */
export interface Params {
  readonly [name: string]: ParamValue
}

/** `{ card: { name: 'A' }, tags: ['x'] }` -> `card[name]=A&tags[]=x`, percent-encoded. */
export const encodeForm = (params: Params): string =>
  Object.entries(params)
    .flatMap(([name, value]) => pairs(encodeURIComponent(name), value))
    .join('&')

const pairs = (name: string, value: ParamValue): string[] => {
  if (value === undefined) return []
  if (value === null) throw new Error(`${name}: a form cannot say null`)
  if (typeof value !== 'object') return [`${name}=${encodeURIComponent(value)}`]
  if (isList(value)) return value.flatMap((member) => pairs(`${name}[]`, member))
  return Object.entries(value).flatMap(([key, member]) =>
    pairs(`${name}[${encodeURIComponent(key)}]`, member),
  )
}

const isList = (value: ParamValue): value is readonly ParamValue[] => Array.isArray(value)
