import { SandboxError } from '../../kernel/sandbox-error'
import { ignoredParams, parseInput } from '../../service/http/parse'
import type { Route } from '../../service/http/route'
import { routes } from '../../service/resources/registry'
import type { Scene } from '../../service/resources/shape'
import type { OperationContext, OperationName } from '../../service/resources/trigger'
import { currentVersion } from '../../service/versions/history'
import type { World } from '../../service/world'

const routeOf = (operation: OperationName): Route => {
  const [method = '', path] = operation.split(' ')
  const found = routes.find((route) => route.method === method.toLowerCase() && route.path === path)
  if (found === undefined) throw new Error(`there is no operation ${operation}`)
  return found
}

/** Refuses parameters that the operation would ignore, because the user gave them on purpose. */
export const checkNames = (operation: OperationName, params: object): void => {
  const unknown = ignoredParams(routeOf(operation).input(), { ...params })
  if (unknown.length > 0)
    throw new SandboxError('refused', `${unknown.join(', ')}: has no meaning for ${operation}`)
}

const readInput: OperationContext['readInput'] = (operation, params) => {
  const route = routeOf(operation)
  return parseInput(route.input(), { ...params }, route.invalid ?? 'bad_request') as never
}

/** Runs operations of the API in a world, at the time of the scene. */
export const operationContext = (world: World, scene: Scene): OperationContext => ({
  world,
  scene,
  readInput,
  call: (operation, params = {}, id = '') => {
    const input = readInput(operation, params)
    const reply = routeOf(operation).run({ world, id, subId: '', input, scene, version: currentVersion })
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
