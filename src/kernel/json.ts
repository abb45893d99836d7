/** Values that survive a JSON round trip. Rows, snapshots and fixtures hold nothing else. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a text; `undefined` when it is not JSON. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Freezes a value deeply. Stops at values that are not extensible, since only this function makes them: shared rows
 * then cost nothing.
 */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || !Object.isExtensible(value)) return value
  // Apart from records: once the loop below has met an index of a list, the engine searches for every member.
  if (Array.isArray(value)) for (const member of value) deepFreeze(member)
  else
    for (const key in value) {
      const member = value[key]
      // Most members are primitive: checking here saves a call for each.
      if (typeof member === 'object' && member !== null) deepFreeze(member)
    }
  return Object.freeze(value)
}

/** Runs `make` on the first call only, so that schemas and tables are built when they are needed. */
export const once = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
