import { nearest } from '../../kernel/text'
import type { Route } from './route'

/** An id of any resource, valid or mistyped: a segment that matches `:id` in the table. */
const idLike = /^[a-z0-9]+_(test_)?[^/]*$/

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '')

const fitsSegments = (pattern: string, segments: readonly string[]): boolean => {
  const wanted = segmentsOf(pattern)
  return (
    wanted.length === segments.length && wanted.every((part, i) => part[0] === ':' || part === segments[i])
  )
}

/** Whether a path matches a pattern of the table, with `:id` for each variable segment. */
export const fits = (pattern: string, path: string): boolean => fitsSegments(pattern, segmentsOf(path))

const shown = (pattern: string): string => pattern.replaceAll(':sub_id', ':id')

/** Suggests an operation for a path that does not exist; `null` when none is similar. */
export const explainPath = (method: string, path: string, routes: readonly Route[]): string | null => {
  const segments = segmentsOf(path)
  const here = routes.filter((route) => fitsSegments(route.path, segments))
  const [first] = here
  if (first !== undefined) {
    const methods = [...new Set(here.map((route) => route.method.toUpperCase()))].sort().join(' and ')
    return `${shown(first.path)} takes ${methods}, not ${method}`
  }
  const general = `/${segments.map((part) => (idLike.test(part) ? ':id' : part)).join('/')}`
  const [near] = nearest(general, [...new Set(routes.map((route) => shown(route.path)))], 1)
  return near === undefined ? null : `did you mean ${near}?`
}
