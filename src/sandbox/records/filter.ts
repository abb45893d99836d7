/** Fields that must be equal, or a predicate. Of a union such as `Event`, the fields that all its members have. */
export type Filter<T> = Partial<Pick<T, keyof T>> | ((record: T) => boolean)

export const matches = <T extends object>(record: T, filter: Filter<T> | undefined): boolean => {
  if (filter === undefined) return true
  if (typeof filter === 'function') return filter(record)
  return Object.entries(filter).every(([field, value]) => record[field as keyof T] === value)
}
