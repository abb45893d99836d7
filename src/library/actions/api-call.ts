import { ignoredParams, parseInput } from '../../http/parse'
import type { Route } from '../../http/route'
import type { Row } from '../../kernel/collection'
import { SandboxError } from '../../kernel/sandbox-error'
import { routes } from '../../resources/registry'
import type { Scene } from '../../resources/shape'
import { currentVersion } from '../../versions/history'
import type { World } from '../../world'

/** Where operations of the API are done without a request: in one commit, with the rules that a request has. */
export interface Desk {
  readonly world: World
  readonly scene: Scene
}

/** `POST /charges/:id/refunds` */
export type OperationName = `${'POST' | 'PATCH' | 'DELETE'} /${string}`

const routeOf = (operation: OperationName): Route => {
  const [method = '', path] = operation.split(' ')
  const found = routes.find((route) => route.method === method.toLowerCase() && route.path === path)
  if (found === undefined) throw new Error(`there is no operation ${operation}`)
  return found
}

/** Refuses parameters that the operation would ignore: somebody wrote them on purpose. */
export const checkNames = (operation: OperationName, params: object): void => {
  const unknown = ignoredParams(routeOf(operation).input(), { ...params })
  if (unknown.length > 0)
    throw new SandboxError('refused', `${unknown.join(', ')}: has no meaning for ${operation}`)
}

/** The parameters as the operation would read them. */
export const inputOf = (operation: OperationName, params: object): never => {
  const route = routeOf(operation)
  return parseInput(route.input(), { ...params }, route.invalid ?? 'bad_request') as never
}

/** Does an operation and gives its record: of a declined card, the failed charge. */
export const callApi = (
  { world, scene }: Desk,
  operation: OperationName,
  params: object = {},
  id = '',
): Row => {
  const route = routeOf(operation)
  const input = inputOf(operation, params)
  const reply = route.run({ world, id, subId: '', input, scene, version: currentVersion })
  if (reply.kind === 'one') return reply.row
  throw new Error(`${operation} answers no record`)
}
