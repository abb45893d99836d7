/** The calls to a worker that somebody started. */
import { Agent } from 'undici'
import type { ClientTarget } from './client'

export const token = 'the-token-of-a-team-in-the-tests-of-workers'

export interface Team {
  readonly url: string
  /** What makeClient takes. */
  account(name: string): ClientTarget & { keys: { public: string; secret: string } }
  /** An operation of the control plane on an account, with the token. */
  control(name: string, method: string, path: string, body?: object): Promise<Response>
  /** What `isOpen` opens: the rows of an SQL statement in the storage of an account. */
  look(name: string, statement: string): Promise<readonly Record<string, unknown>[]>
  /** The account sleeps, and wakes at its next request. */
  evict(name: string): Promise<void>
  /** The alarm of the account rings at once. */
  ring(name: string): Promise<void>
  /** When the alarm of the account rings, in epoch milliseconds. */
  alarm(name: string): Promise<number | null>
  /** A request to any host name. */
  dispatch(
    url: string,
    init: { method: string; headers: Record<string, string>; body?: string },
  ): Promise<Response>
  stop(): Promise<void>
}

/** Each request has a connection of its own: the runtime ends idle ones, also while a busy machine writes to them. */
const dispatcher = new Agent({ pipelining: 0 })

const send = (url: string, init: RequestInit): Promise<Response> => {
  const sending: RequestInit & { dispatcher: Agent } = { ...init, redirect: 'manual', dispatcher }
  return fetch(url, sending)
}

/** The calls to a worker that runs at an address. */
export const teamAt = (url: string): Omit<Team, 'dispatch' | 'stop'> => ({
  url,
  account: (name) => ({
    url,
    vaultUrl: `${url}/vault`,
    fetch: send,
    keys: { public: `pkey_test_${name}`, secret: `skey_test_${name}` },
  }),
  control: (name, method, path, body) =>
    send(`${url}/_sandbox${path}${path.includes('?') ? '&' : '?'}account=${name}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  look: async (name, statement) =>
    (await send(`${url}/a/${name}/test-sql`, { method: 'POST', body: statement })).json(),
  evict: async (name) => void (await send(`${url}/a/${name}/test-evict`, {})),
  alarm: async (name) => (await send(`${url}/a/${name}/test-alarm`, {})).json(),
  ring: async (name) => void (await send(`${url}/a/${name}/test-ring`, {})),
})
