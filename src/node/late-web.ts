/**
 * What the build puts in place of the web's classes and of `node:http2` in the command. Hono's adapter reads both when it
 * is loaded, Node takes as long to load them as to start, and first answers need neither.
 */

/** A class that loads Node's own when something is made of it. */
const late = <N extends 'Request' | 'Response' | 'Headers'>(name: N): (typeof globalThis)[N] => {
  function Late(...given: unknown[]): unknown {
    const real = globalThis[name]
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
  const own = new Proxy(Function.prototype, { get: (_, key) => Reflect.get(globalThis[name], key) })
  return Object.setPrototypeOf(Late, own) as never
}

/** In place of the global object. The adapter writes its own Request and Response here. */
export const lateWeb = { Request: late('Request'), Response: late('Response'), Headers: late('Headers') }

/** In place of `node:http2`: our servers speak HTTP/1.1. */
export class Http2ServerRequest {}
export const constants = {}
