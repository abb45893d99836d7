/** A flow of a shop, with its parts. */
import type { Sandbox } from '../../../src/index'
import { type ExploreOptions, type ExploreReport, explore } from '../../../src/suites/explore/explore'

export type Form = Readonly<Record<string, string>>
export type Call = (path: string, form: Form, key?: string) => Promise<{ readonly id: string }>

export const card: Form = {
  ...{ 'card[name]': 'Somchai', 'card[number]': '4242424242424242', 'card[security_code]': '123' },
  ...{ 'card[expiration_month]': '12', 'card[expiration_year]': '2030' },
}

interface ClientOptions {
  readonly fetch?: typeof fetch
  /** That of the sandbox, or the one that is intercepted. */
  readonly url?: string
  readonly vaultUrl?: string
  /** How often a call is tried, as clients of shops do. */
  readonly tries?: number
}

export const clientOf = (
  sandbox: Sandbox,
  { fetch = sandbox.fetch, url = sandbox.url, vaultUrl = sandbox.vaultUrl, tries = 8 }: ClientOptions = {},
): Call => {
  const once: Call = async (path, form, key) => {
    const isToken = path === '/tokens'
    const answer = await fetch(`${isToken ? vaultUrl : url}${path}`, {
      method: 'POST',
      headers: {
        authorization: isToken ? sandbox.authorization.public : sandbox.authorization.secret,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: new URLSearchParams(form),
    })
    if (answer.status >= 500 || answer.status === 429) throw new Error(`answered ${answer.status}`)
    return await answer.json()
  }
  return async (...call) => {
    for (let left = tries; ; left -= 1)
      try {
        return await once(...call)
      } catch (error) {
        if (left <= 1) throw error
      }
  }
}

export const order = { amount: '100000', currency: 'thb', 'metadata[order]': 'A-1' }

/** A customer pays an order by card: one token, one charge. */
export const pay = async (call: Call, key?: string): Promise<string> => {
  const token = await call('/tokens', card)
  return (await call('/charges', { ...order, card: token.id }, key)).id
}

/** A shop without idempotency keys that begins again when it gets no answer. */
export const payAgain = (call: Call): Promise<string> => pay(call).catch(() => pay(call))

export interface Run {
  readonly sandbox: Sandbox
}

/** A customer pays an order, with a key for it. */
export const paying = ({ sandbox }: Run): Promise<string> => pay(clientOf(sandbox), 'A-1')

/** The same in a shop whose receiver accepts all webhooks. */
export const payingHeard = (run: Run): Promise<string> => {
  run.sandbox.webhooks.onDelivery(() => 204)
  return paying(run)
}

export const outcomes = ({ scenarios }: ExploreReport): Record<string, string> =>
  Object.fromEntries(scenarios.map(({ name, outcome }) => [name, outcome]))
export const rules = ({ findings }: ExploreReport): string[] =>
  findings.map(({ scenario, rule }) => `${scenario}: ${rule}`)
export const notHeld = (report: ExploreReport): unknown =>
  Object.entries(outcomes(report)).filter(([, outcome]) => outcome !== 'held')

export const charging = (call: Call, form: Form, key?: string) => call('/charges', { ...order, ...form }, key)

/** A call with the secret key, or another one. */
export const call = async (
  { sandbox }: Run,
  method: string,
  path: string,
  form?: object,
  authorization?: string,
) => {
  const { url, fetch } = sandbox
  const headers = { authorization: authorization ?? sandbox.authorization.secret }
  const body = form === undefined ? null : new URLSearchParams({ ...form })
  return (await fetch(`${url}${path}`, { method, headers, body })).json()
}

/** Why an exploration was refused. */
export const failedOf = (options: ExploreOptions): Promise<unknown> =>
  explore(options).then(
    () => 'it held',
    (error: unknown) => error,
  )
