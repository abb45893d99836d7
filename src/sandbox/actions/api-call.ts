import type { Row } from '../../kernel/collection'
import { ApiError } from '../../kernel/errors'
import { deepFreeze } from '../../kernel/json'
import { SandboxError } from '../../kernel/sandbox-error'
import { knownKeysAt } from '../../kernel/schema'
import { meant } from '../../kernel/text'
import { ignoredParams, parseInput } from '../../service/http/check-input'
import type { Route } from '../../service/http/route'
import { applyProfile, type RenderContext, type Shape } from '../../service/resources/record'
import { routes } from '../../service/resources/registry'
import type { OperationContext, OperationName } from '../../service/resources/resource'
import { currentVersion } from '../../service/versions/history'
import type { World } from '../../service/world'

/** Where an action is done. */
export interface ActionContext {
  /** Throws a SandboxError when the account no longer exists. */
  readonly world: World
  readonly renderContext: () => RenderContext
  /** Runs `work` after the due jobs, at one time, all or nothing. @throws SandboxError `closed` */
  readonly change: <T>(work: () => T) => T
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
  (context: ActionContext) =>
  <R extends Row, X, W extends { readonly object: string }>(
    shape: Shape<R, X, W>,
    work: (world: World) => R,
    why: (world: World) => string | null = () => null,
  ): W => {
    const { world, renderContext, change } = context
    try {
      const row = change(() => work(world))
      const now = renderContext()
      return deepFreeze(applyProfile(shape.render(row, shape.related(world, row), now), now))
    } catch (error) {
      throw asSandboxError(error, () => why(world))
    }
  }

const routeOf = (operation: OperationName): Route => {
  const [method = '', path] = operation.split(' ')
  const found = routes.find((route) => route.method === method.toLowerCase() && route.path === path)
  if (found === undefined) throw new Error(`there is no operation ${operation}`)
  return found
}

/** Refuses parameters that the operation would ignore, because the user gave them on purpose. */
export const checkNames = (operation: OperationName, params: object): void => {
  const schema = routeOf(operation).input()
  const unknown = ignoredParams(schema, { ...params })
  if (unknown[0] === undefined) return
  const parts = unknown[0].match(/[^[\]]+/g) ?? []
  const place = parts.slice(0, -1).map((part) => (/^\d+$/.test(part) ? Number(part) : part))
  const hint = meant(parts.at(-1) ?? unknown[0], knownKeysAt(schema, place))
  throw new SandboxError('refused', `${unknown.join(', ')}: has no meaning for ${operation}${hint}`)
}

const readInput: OperationContext['readInput'] = (operation, params) => {
  const route = routeOf(operation)
  return parseInput(route.input(), { ...params }, route.invalid ?? 'bad_request') as never
}

/** Runs operations of the API in a world, at the time of `renderContext`. */
export const operationContext = (world: World, renderContext: RenderContext): OperationContext => ({
  world,
  renderContext,
  readInput,
  call: (operation, params = {}, id = '') => {
    const input = readInput(operation, params)
    const reply = routeOf(operation).run({
      world,
      id,
      subId: '',
      input,
      renderContext,
      version: currentVersion,
    })
    if (reply.kind === 'one') return reply.row
    throw new Error(`${operation} answers no record`)
  },
})

/** Those of the values that are parameters of the operation. */
export const knownParams = (
  operation: OperationName,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const unknown = new Set(ignoredParams(routeOf(operation).input(), { ...values }))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !unknown.has(name)))
}
