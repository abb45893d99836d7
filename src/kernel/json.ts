/** Values that survive a JSON round trip: the only thing that rows, snapshots and fixtures hold. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Freezes a value and all it holds. Stops at what cannot be extended, which only this makes: shared rows cost
 * nothing, where asking whether each of their fields is frozen would cost more than freezing a new row.
 */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || !Object.isExtensible(value)) return value
  for (const key in value) {
    const member = value[key]
    // Most members are plain values; asking here spares a call for each.
    if (typeof member === 'object' && member !== null) deepFreeze(member)
  }
  return Object.freeze(value)
}

/** Runs `make` on the first call only: schemas and tables are built when a command needs them. */
export const once = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
