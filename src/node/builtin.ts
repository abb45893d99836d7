/**
 * A module of Node. `require` would fail in an ES module that a user's bundler made of this package.
 *
 * @param name without `node:`
 */
export const builtin = (name: string): object | undefined => {
  if (process.getBuiltinModule === undefined)
    throw new Error(
      `payment-sandbox needs Node 20.16 or a later 20, or 22.3 or newer; this is ${process.version}`,
    )
  return process.getBuiltinModule(name)
}
