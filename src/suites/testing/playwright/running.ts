import {
  createSandbox,
  type Delivery,
  type KeyPair,
  SandboxError,
  type WebhookFaultOptions,
  type Webhooks,
} from 'payment-sandbox'
import { iso, parseTime, toDate } from '../../../kernel/calendar'
import { isObject } from '../../../kernel/json'
import { afterMs, pause } from '../../../kernel/real-time'
import { fits, toKebabCase, toSnakeCase } from '../../../kernel/text'
import { basic } from '../../../node/running-sandbox'
import { type AccountCopy, type AccountInfo, copyAccount, readRequests } from './account-copy'
import { ControlPlane, type SandboxAt } from './control-plane'
import type { PlaywrightSandbox } from './handle'

/** An account of a running sandbox, over its control plane. */

/** What a request is compared with, and headers, have names of their own. */
const asGiven = ['body', 'headers']

/** Options of the library as fields of the control plane, at any depth. */
const fieldsOf = (options: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      toSnakeCase(name),
      isObject(value) && !asGiven.includes(name) ? fieldsOf(value) : value,
    ]),
  )

const simulateOn = (control: ControlPlane): object =>
  Object.fromEntries(
    createSandbox().catalogue.actions.map(({ name, on, argument }) => [
      name,
      (id: string, options: object | string = {}) => {
        const fields = typeof options === 'string' ? { [argument ?? 'options']: options } : fieldsOf(options)
        return control.askOwn('POST', `/simulate/${toKebabCase(name)}`, { [on]: id, ...fields })
      },
    ]),
  )

const clockOn = (control: ControlPlane): PlaywrightSandbox['clock'] => {
  const timeOf = ({ now }: Readonly<Record<string, unknown>>): Date => toDate(parseTime(String(now)) ?? 0)
  const move = async (body: object): Promise<Date> => timeOf(await control.ask('POST', '/clock', body))
  return {
    now: async () => timeOf(await control.ask('GET', '/clock')),
    advance: (duration) => move({ advance: duration }),
    set: (time) => move({ set: typeof time === 'string' ? time : iso(Number(time)) }),
    freeze: async () => void (await move({ freeze: true })),
    resume: async () => void (await move({ freeze: false })),
  }
}

/** A move of the clock ends when all that is due is delivered. */
const settle = async (control: ControlPlane): Promise<void> => {
  await control.ask('POST', '/clock', { advance: 0 })
}

/** How often a delivery is looked for that is still to come, in ms of real time. */
const lookEveryMs = 50

const webhooksOn = (
  control: ControlPlane,
  { webhook_secret }: AccountInfo,
): PlaywrightSandbox['webhooks'] => {
  const given = new Set<string>()
  const deliveries = async (...args: Parameters<Webhooks['deliveries']>) =>
    (await copyAccount(control)).webhooks.deliveries(...args)
  return {
    secret: webhook_secret ?? '',
    deliveries,
    settle: () => settle(control),
    next: async (key = '*', predicate = () => true, { timeoutMs = 5000 } = {}) => {
      let isOver = false
      const forget = afterMs(timeoutMs, () => {
        isOver = true
      })
      const isWanted = (one: Delivery) => !given.has(one.id) && fits(key, one.key) && predicate(one)
      let found = (await deliveries()).find(isWanted)
      while (found === undefined && !isOver) {
        await pause(lookEveryMs)
        found = (await deliveries()).find(isWanted)
      }
      forget()
      if (found === undefined)
        throw new SandboxError(
          'timed_out',
          `no webhook ${key} that fits was delivered within ${timeoutMs} ms`,
        )
      given.add(found.id)
      return found
    },
    resend: async (event) => {
      const { data } = await control.askOwn<{ data: { id: string }[] }>('POST', `/events/${event}/resend`)
      return deliveries(({ id }) => data.some((sent) => sent.id === id))
    },
  }
}

const faultsOn = (control: ControlPlane): object => {
  const list = async () => (await copyAccount(control)).faults.list()
  const add = async (fault: object) => {
    const { id } = await control.askOwn('POST', '/faults', fieldsOf(fault))
    return (await list()).find((one) => one.id === id)
  }
  return {
    add,
    addWebhook: ({ event: webhook = '*', ...fault }: WebhookFaultOptions) => add({ webhook, ...fault }),
    list,
    clear: async () => void (await control.askOwn('DELETE', '/faults')),
  }
}

const requestsOn = (control: ControlPlane): PlaywrightSandbox['requests'] => {
  const read = async () => readRequests(await control.requests())
  return {
    list: async (...given) => (await read()).list(...given),
    last: async (filter) => (await read()).last(filter),
    count: async (filter) => (await read()).count(filter),
    clear: () => control.clearRequests(),
  }
}

/** A part of the account, such as `charges`, whose calls are those of the same part of a copy. */
const readerOn = (control: ControlPlane, name: string): object =>
  new Proxy(
    {},
    {
      get: (_, method) =>
        typeof method === 'symbol' || method === 'then'
          ? undefined
          : async (...given: unknown[]) => {
              const part: unknown = Reflect.get(await copyAccount(control), name)
              const read = isObject(part) ? part[method] : undefined
              if (typeof read !== 'function')
                throw new TypeError(`sandbox.${name}.${method} is not a function`)
              return read.apply(part, given)
            },
    },
  )

/** For the matchers: gives a copy of the account, after what is due was delivered. */
export const settledCopy = Symbol('settledCopy')

export interface RunningAccount {
  readonly sandbox: PlaywrightSandbox
  /** The state now, as of a sandbox in this process. */
  copy(): Promise<AccountCopy>
  /** Empties the account. Fixtures that it was started with come back. */
  reset(): Promise<void>
}

interface ListedAccount {
  readonly id: string
  readonly email: string
  readonly keys: { readonly test: KeyPair }
}

/** Throws as `runningAccount`. */
const accountWith = async (control: ControlPlane, key: string): Promise<ListedAccount> => {
  const read = () => control.list<ListedAccount>('/accounts')
  const find = (all: readonly ListedAccount[]) => all.find(({ keys }) => keys.test.secret === key)
  const known = await read()
  const found = find(known)
  if (found !== undefined) return found
  await control.call(key)
  const made = find(await read())
  if (made !== undefined) return made
  const keys = known.slice(0, 3).map((account) => account.keys.test.secret)
  throw new SandboxError('not_found', `no account has the secret key ${key}; there is ${keys.join(', ')}`)
}

/** The account of this worker; a worker that starts after a failed test continues with the one of the worker before it. */
const accountOf = async (control: ControlPlane, owner: string): Promise<ListedAccount> => {
  const known = await control.list<ListedAccount>('/accounts')
  return (
    known.find(({ email }) => email === owner) ??
    control.ask<ListedAccount>('POST', '/accounts', { email: owner })
  )
}

/** Whether a key is that of the account that everybody has who names none. Throws as `runningAccount`. */
export const isOfDefaultAccount = async (at: SandboxAt, key: string): Promise<boolean> => {
  const [first] = await new ControlPlane(at).list<ListedAccount>('/accounts')
  return first?.keys.test.secret === key
}

/**
 * @param at with the `secretKey` of an account, or the `owner` of one of its own: the address of its merchant
 * @throws SandboxError `unknown_host`; `not_found` when no account has the key
 */
export const runningAccount = async (
  at: SandboxAt & ({ readonly secretKey: string } | { readonly owner: string }),
): Promise<RunningAccount> => {
  const control = new ControlPlane(at)
  const account = await ('owner' in at ? accountOf(control, at.owner) : accountWith(control, at.secretKey))
  control.account = account.id
  const keys = account.keys.test
  const info = await control.askOwn<AccountInfo>('GET', '/info')
  const copy = () => copyAccount(control)
  const own = {
    url: info.url,
    vaultUrl: info.vault_url,
    keys,
    authorization: { public: basic(keys.public), secret: basic(keys.secret) },
    simulate: simulateOn(control),
    clock: clockOn(control),
    webhooks: webhooksOn(control, info),
    faults: faultsOn(control),
    requests: requestsOn(control),
    balance: async () => (await copy()).balance(),
    [settledCopy]: () => settle(control).then(copy),
  }
  const sandbox = new Proxy(own as object, {
    get: (_, name) =>
      name in own || typeof name === 'symbol' || name === 'then'
        ? Reflect.get(own, name)
        : readerOn(control, name),
  }) as PlaywrightSandbox
  return {
    sandbox,
    copy,
    reset: async () => {
      await control.askOwn('POST', '/reset')
      await control.clearRequests()
    },
  }
}
