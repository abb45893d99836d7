import { ApiError, fail } from '../../kernel/errors'
import { applyFaults, faultHeader } from '../faults/apply'
import { authenticate } from './authenticate'
import { chooseVersion } from './choose-version'
import { isReadable } from './cors'
import { allowAnyPage, type Exchange, type OperationExchange } from './exchange'
import { execute } from './operation'
import { limitRate } from './rate-limit'
import { readBody } from './read-body'
import { isIn, type Route } from './route'

/** One request for an operation, step by step. Each step refuses by an ApiError. */
export const answerOperation =
  (route: Route) =>
  async (exchange: Exchange): Promise<Response> => {
    const { req, backend, incoming } = exchange
    const { profileName, rateLimit } = backend.settings
    exchange.route = route
    if (isReadable(exchange, route)) allowAnyPage(exchange)
    // Before its key is looked at: while a body comes, a reset may remove the account. Without one nothing waits.
    const isBodyless = incoming.connection?.hasBody === false
    const body = isBodyless ? '' : await readBody(exchange, route.files === true).catch(refusalOf)
    backend.jobs.catchUp()
    authenticate(exchange, route)
    if (!isIn(profileName, route)) throw notInProfile(exchange, route)
    if (rateLimit !== null) limitRate(exchange, rateLimit)
    chooseVersion(exchange, route)
    if (body instanceof ApiError) throw body
    exchange.body = body
    // It has its route and, by its key, its world.
    const operation = exchange as OperationExchange
    const { requestFaults, probe } = operation.world
    const mayFail = requestFaults.length > 0 || probe !== null || req.header(faultHeader) !== undefined
    return mayFail ? applyFaults(operation, execute) : execute(operation)
  }

/** The operation of another profile, as a path that is not known. */
const notInProfile = (exchange: Exchange, { method, path, profile }: Route): ApiError => {
  exchange.route = null
  exchange.warnings.push(
    `${method.toUpperCase()} ${path} is only in the profile ${profile}: give the sandbox this profile with ` +
      `createSandbox({ profile: '${profile}' }) or --profile ${profile}`,
  )
  return fail('not_found')
}

const refusalOf = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  throw error
}
