/**
 * The method that `using` or `await using` calls. Its symbol is named only where the compiler of the user knows it, by
 * the types of Node or the lib `esnext.disposable`: elsewhere it would be an error in our types.
 */
export type Using<Name extends string, End> = SymbolConstructor extends {
  readonly [name in Name]: infer Key extends symbol
}
  ? { [key in Key]: End }
  : object
