import type { OperationName } from '../resources/trigger'
import type { Overrides } from './overrides'
import type { FactoryStage, Make } from './stage'

/** Makes records of one kind, which the API shows as `T`. */
export const maker =
  <T>(stage: FactoryStage, object: string, takes: OperationName) =>
  (overrides: Overrides<T> | undefined, make: Make, beginsBefore = 0): T =>
    // The records of the operations have the types that are published for them.
    stage.make(object, { takes, overrides: overrides ?? {}, beginsBefore }, make) as T

type AnyFactory = (...given: never[]) => unknown

/** A factory with its traits as methods. */
export const withTraits = <F extends AnyFactory>(
  base: (...given: Parameters<F>) => ReturnType<F>,
  traits: { readonly [K in keyof F]: F[K] },
): F => Object.assign(base, traits) as AnyFactory as F
