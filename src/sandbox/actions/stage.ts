import type { Row } from '../../kernel/collection'
import { ApiError } from '../../kernel/errors'
import { deepFreeze } from '../../kernel/json'
import { SandboxError } from '../../kernel/sandbox-error'
import { applyProfile, type Scene, type Shape } from '../../service/resources/shape'
import type { World } from '../../service/world'

/** Runs an action in a world: after the due jobs, at one time, all or nothing. */
export interface Stage {
  readonly world: World
  readonly scene: () => Scene
  readonly happen: <T>(work: () => T) => T
}

/** A refusal of the service as an error of the library. */
const asSandboxError = (error: unknown, why: () => string | null): unknown =>
  error instanceof ApiError
    ? new SandboxError(error.refusal === 'not_found' ? 'not_found' : 'refused', why() ?? error.message, {
        cause: error,
      })
    : error

/** Does an action and shows its record in the form of the API. `why` explains a refusal better than the service. */
export const actOn =
  ({ world, scene, happen }: Stage) =>
  <R extends Row, X, W extends { readonly object: string }>(
    shape: Shape<R, X, W>,
    work: () => R,
    why: () => string | null = () => null,
  ): W => {
    try {
      const row = happen(work)
      const now = scene()
      return deepFreeze(applyProfile(shape.render(row, shape.related(world, row), now), now))
    } catch (error) {
      throw asSandboxError(error, why)
    }
  }
