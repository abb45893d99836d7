/** The names of the fields that differ between two rows. */
export const differences = (a: object, b: object): readonly string[] =>
  a === b ? [] : namesOf(a, b).filter((name) => !isSame(fieldOf(a, name), fieldOf(b, name)))

export const fieldOf = (row: object, field: string): unknown => Reflect.get(row, field)

const namesOf = (a: object, b: object): readonly string[] => [
  ...new Set([...Object.keys(a), ...Object.keys(b)]),
]

const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  return Array.isArray(a) === Array.isArray(b) && differences(a, b).length === 0
}
