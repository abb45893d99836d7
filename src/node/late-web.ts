import { once } from '../kernel/json'

/**
 * Replaces the web's classes in the command. Hono's adapter reads them when it is loaded, Node takes as long
 * to load them as to start, and first answers need none.
 */

/** A class that loads Node's own when something is made of it. */
const late = <N extends 'Request' | 'Response' | 'Headers'>(name: N): (typeof globalThis)[N] => {
  const given = Object.getOwnPropertyDescriptor(globalThis, name)
  const load = once((): (typeof globalThis)[N] => {
    const inPlace = Object.getOwnPropertyDescriptor(globalThis, name)
    const real = given?.get?.call(globalThis) ?? given?.value
    // Node writes its class where it was asked for: what is there stays.
    if (inPlace !== undefined) Object.defineProperty(globalThis, name, inPlace)
    return real
  })
  function Late(...given: unknown[]): unknown {
    const real = load()
    if (!(Late.prototype instanceof real)) Object.setPrototypeOf(Late.prototype, real.prototype)
    return Reflect.construct(real, given, new.target)
  }
  // Node makes some itself, such as the answers of `fetch`. Classes that extend this one inherit the question.
  const isOne = function (this: unknown, value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false
    const isMade = Function.prototype[Symbol.hasInstance].call(this, value)
    return isMade || (this === Late && Reflect.get(value, Symbol.toStringTag) === name)
  }
  Object.defineProperty(Late, Symbol.hasInstance, { value: isOne })
  // What the class itself does, such as `Response.error()`.
  const own = new Proxy(Function.prototype, { get: (_, key) => Reflect.get(load(), key) })
  return Object.setPrototypeOf(Late, own) as never
}

export const lateWeb = { Request: late('Request'), Response: late('Response'), Headers: late('Headers') }

/** Puts them in the place of the global ones, before the adapter is loaded. */
export const installLateWeb = (): void => {
  for (const [name, value] of Object.entries(lateWeb))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
}
