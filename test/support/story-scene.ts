/** Where a step of a story happens: one mode of a sandbox's first account, and the numbers of the step. */
import { expect } from 'vitest'
import type { Mode, Sandbox } from '../../src/index'
import { goodCard } from './client'
import type { Params } from './form'

export interface Step {
  readonly do: string
  readonly pick: number
  readonly way: number
  /** In live mode. */
  readonly live: boolean
}

/** `done` changed something or might have; `refused` is an answer of the service that says no. */
export type Outcome = 'done' | 'refused'

/** A world to act in, with the numbers of one step. */
export class Scene {
  readonly sandbox: Sandbox
  readonly mode: Mode
  readonly way: number
  readonly #worldKey: string
  readonly #pick: number

  constructor(sandbox: Sandbox, { pick, way, live }: Step) {
    this.sandbox = sandbox
    this.mode = live ? sandbox.live : (sandbox.accounts[0]?.test ?? expect.fail('there is no account'))
    this.way = way
    this.#pick = pick
    this.#worldKey = `${sandbox.accounts[0]?.id}/${live ? 'live' : 'test'}`
  }

  /** One of the choices. */
  choose<const T>(...choices: readonly T[]): T {
    return choices[this.way % choices.length] as T
  }

  /** The id of a record, counted back from the newest as the step says; an unknown id without a record. */
  id(collection: string): string {
    const rows = this.sandbox.snapshot().worlds[this.#worldKey]?.[collection] ?? []
    return rows.at(-1 - (this.#pick % Math.max(rows.length, 1)))?.id ?? 'none'
  }

  async ask(
    method: string,
    path: string,
    params?: Params | FormData,
    host = this.sandbox.url,
  ): Promise<Outcome> {
    const { secret, public: open } = this.mode.authorization
    const authorization = host === this.sandbox.url ? secret : open
    const json = { authorization, 'content-type': 'application/json' }
    const answer = await this.sandbox.fetch(`${host}${path}`, {
      method,
      ...(params instanceof FormData
        ? { headers: { authorization }, body: params }
        : { headers: json, ...(method === 'GET' ? {} : { body: JSON.stringify(params ?? {}) }) }),
    })
    const body: { readonly object?: string; readonly code?: string } = await answer.json()
    expect(answer.status, `${method} ${path}: ${JSON.stringify(body)}`).toBeLessThan(500)
    expect(answer.status === 200, `${method} ${path} (${answer.status})`).toBe(body.object !== 'error')
    // A declined charge is an error, and it is there.
    return answer.status === 200 || answer.status === 402 ? 'done' : 'refused'
  }

  /** A fresh token of a test card. */
  async token(number: string = goodCard.number): Promise<string> {
    await this.ask('POST', '/tokens', { card: { ...goodCard, number } }, this.sandbox.vaultUrl)
    const { tokens } = this.sandbox.snapshot().worlds[this.#worldKey] ?? {}
    return tokens?.at(-1)?.id ?? expect.fail('no token was made')
  }
}
