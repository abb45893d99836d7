/** A sandbox to ask without holding answers against the documented form, which is that of the specification. */
import type { SandboxOptions } from '../../src/index'
import { makeSandbox } from './set-up'

/** As much as is looked at here. */
interface Shown {
  readonly object: string
  readonly id: string
  readonly code: string
  readonly message: string
  readonly order: string
  readonly data: readonly Shown[]
  readonly [field: string]: unknown
}

export const open = (options: SandboxOptions) => {
  const sandbox = makeSandbox(options)
  const ask = async (method: string, path: string, params?: object, key = sandbox.authorization.secret) => {
    const url = `${path === '/tokens' ? sandbox.vaultUrl : sandbox.url}${path}`
    const headers = { authorization: key, 'content-type': 'application/json' }
    const answer = await sandbox.fetch(url, { method, headers, body: params ? JSON.stringify(params) : null })
    const body: Shown = await answer.json()
    return { status: answer.status, body }
  }
  const token = async (number = '4242424242424242'): Promise<string> => {
    const card = { name: 'A', number, expiration_month: 1, expiration_year: 2030 }
    return (await ask('POST', '/tokens', { card }, sandbox.authorization.public)).body.id
  }
  const charge = async (params: object = {}, number?: string) =>
    ask('POST', '/charges', { amount: 10_000, currency: 'thb', card: await token(number), ...params })
  return { sandbox, ask, token, charge }
}
