/** Fields that must be equal, or a predicate. */
export type Filter<T> = Partial<T> | ((record: T) => boolean)

export const matches = <T extends object>(record: T, filter: Filter<T> | undefined): boolean => {
  if (filter === undefined) return true
  if (typeof filter === 'function') return filter(record)
  return Object.entries(filter).every(([field, value]) => record[field as keyof T] === value)
}
