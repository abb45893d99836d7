/** The names of the methods of each class, with those that it inherits. */
const namesByClass = new Map<object, readonly string[]>()

const methodNamesOf = (prototype: object): readonly string[] => {
  const inherited = Object.getPrototypeOf(prototype)
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => typeof value === 'function' && name !== 'constructor')
    .map(([name]) => name)
  return inherited === Object.prototype ? own : [...new Set([...methodNamesOf(inherited), ...own])]
}

/** Lets the methods of an object be called without it: `const { trigger } = sandbox`. For the constructor of its class. */
export const bindMethods = (object: object): void => {
  const prototype = Object.getPrototypeOf(object)
  const names = namesByClass.get(prototype) ?? methodNamesOf(prototype)
  namesByClass.set(prototype, names)
  const methods = object as { [name: string]: () => unknown }
  for (const name of names) methods[name] = (methods[name] as () => unknown).bind(object)
}
