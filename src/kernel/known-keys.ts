/** The keys of a schema at a path, for suggestions. Knows the structure of zod schemas without importing zod. */
interface Schema {
  readonly def: unknown
}

interface Def {
  readonly shape?: { readonly [key: string]: Schema }
  readonly element?: Schema
  readonly innerType?: Schema
  readonly out?: Schema
  readonly options?: readonly Schema[]
}

const defOf = (schema: Schema): Def => schema.def as Def

/** @param path keys, and positions in lists */
export const knownKeysAt = (schema: Schema, path: readonly PropertyKey[]): string[] => {
  let forms: readonly Schema[] = [schema]
  for (const key of path) forms = forms.flatMap((form) => partsOf(defOf(form), key))
  return [...new Set(forms.flatMap((form) => keysOf(defOf(form))))]
}

/** The inner schema of a wrapper, such as `optional`. */
const formsOf = ({ out, innerType, options = [] }: Def): readonly Schema[] => {
  const inner = out ?? innerType
  return inner === undefined ? options : [inner]
}

const partsOf = (def: Def, key: PropertyKey): readonly Schema[] => {
  const part = typeof key === 'number' ? def.element : def.shape?.[String(key)]
  return part === undefined ? formsOf(def).flatMap((form) => partsOf(defOf(form), key)) : [part]
}

const keysOf = (def: Def): readonly string[] =>
  def.shape === undefined ? formsOf(def).flatMap((form) => keysOf(defOf(form))) : Object.keys(def.shape)
