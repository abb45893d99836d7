import { checkValue } from '../kernel/check-value'
import { limits } from '../kernel/limits'
import type { Account } from '../sandbox/account/account'
import type { Sandbox } from '../sandbox/surface'
import { defaultAccount } from '../service/accounts'
import { isDeeper, whyNotJson } from '../service/http/body'
import type { AppContext } from '../service/http/env'
import { readText } from '../service/http/read-request'
import { ControlError, invalidBody, issuesOf } from './errors'
import type { ControlRoute } from './route'

/** The input of an operation before it is checked: GET and DELETE have it in the query, the others in a JSON body. */
export const readInput = async (
  { method }: ControlRoute,
  context: AppContext,
  query: URLSearchParams,
): Promise<unknown> => {
  if (method !== 'get' && method !== 'delete') return await readJson(context)
  const given = [...query].filter(([name]) => name !== 'account' && name !== 'livemode')
  return Object.fromEntries(given)
}

/** Reads the body as JSON, whatever its content type: `curl -d '{…}'` sends the type of a form. */
const readJson = async (context: AppContext): Promise<unknown> => {
  const text = await readText(context, limits.controlBodyBytesMax)
  if (text.trim() === '') return {}
  const body = parseJson(text)
  if (isDeeper(body, limits.controlNestingMax))
    throw invalidBody([
      { path: '', message: `is nested too deep (maximum is ${limits.controlNestingMax} levels)` },
    ])
  return body
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) ?? {}
  } catch (error) {
    throw invalidBody([{ path: '', message: `is not valid JSON${whyNotJson(error)}` }])
  }
}

/** @throws ControlError 422 that names every part of the input that its schema refuses */
export const checkInput = (route: ControlRoute, given: unknown): unknown => {
  const result = checkValue(route.input(), given)
  if (result.success) return result.data
  throw invalidBody(issuesOf(result.error))
}

/** The account of `?account=`, or the first one. @throws ControlError 404 */
export const accountIn = (sandbox: Sandbox, query: URLSearchParams): Account => {
  const id = query.get('account')
  const account = sandbox.account(id ?? defaultAccount)
  if (account === undefined) throw new ControlError(404, `there is no account ${id ?? ''}`)
  return account
}

const modes: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false }

/** The value of `?livemode=`; `null` without it. @throws ControlError 422 */
export const livemodeIn = (query: URLSearchParams): boolean | null => {
  const given = query.get('livemode')
  if (given === null) return null
  const live = modes[given]
  if (live === undefined) throw invalidBody([{ path: 'livemode', message: 'must be true or false' }])
  return live
}
