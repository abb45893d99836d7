/** Actions of the outside world have their names in the library, and others over HTTP. */
import type { Simulate } from './simulate'

/** `payCharge` is `pay-charge` in a path. */
export const inPath = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** `failure_code` is `failureCode` in the library. */
const inCamelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The arguments of the method after the id: all options in one object, or the one that it takes as it is. */
export const leverArguments = (
  options: Readonly<Record<string, unknown>>,
  argument: string | undefined,
): readonly unknown[] => {
  if (argument !== undefined) return [options[argument]]
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return given.length === 0
    ? []
    : [Object.fromEntries(given.map(([name, value]) => [inCamelCase(name), value]))]
}

/** Calls a method of `sandbox.simulate` by its name, with arguments that were checked before. */
export const callLever = (
  simulate: Simulate,
  name: keyof Simulate,
  id: string,
  given: readonly unknown[],
): object => (simulate[name] as (id: string, ...given: readonly unknown[]) => object)(id, ...given)
