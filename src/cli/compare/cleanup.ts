import { setTimeout as after } from 'node:timers/promises'
import { isObject } from '../../kernel/json'
import type { Answered } from './answer'
import { type HttpAnswer, NoAnswer } from './http-call'
import type { OutgoingCall, ServiceCaller } from './request'
import type { StoryCall } from './stories'

/** What a service lets its merchants delete, in an order in which nothing is missed. */
const deletable = ['schedules', 'transfers', 'links', 'customers', 'recipients', 'secrets'] as const
type Deletable = (typeof deletable)[number]

const pathOf = { secrets: '/webhooks/secrets' } as Readonly<Partial<Record<Deletable, string>>>

const kindOf = (path: string): Deletable | undefined =>
  deletable.find((kind) => path === (pathOf[kind] ?? `/${kind}`))

const attemptsMax = 4
const longestWaitMs = 30_000

/** Deletes what the stories made and left, and gives the settings back. */
export class Cleanup {
  readonly #send: (call: OutgoingCall) => Promise<HttpAnswer>
  readonly #caller: ServiceCaller
  readonly #made = new Map<string, Deletable>()
  #settings: Record<string, unknown> | null = null
  #isChanged = false

  constructor(send: (call: OutgoingCall) => Promise<HttpAnswer>, caller: ServiceCaller) {
    this.#send = send
    this.#caller = caller
  }

  /** The settings as they were before the run. */
  keep(account: unknown): void {
    if (isObject(account)) this.#settings = { webhook_uri: account.webhook_uri ?? '' }
  }

  note({ method, operation, path }: StoryCall, { status, body }: Answered): void {
    if (operation === 'PATCH /account' && status === 200) this.#isChanged = true
    if (status !== 200 || !isObject(body) || typeof body.id !== 'string') return
    const kind = kindOf(path)
    if (method === 'POST' && kind !== undefined) this.#made.set(body.id, kind)
    // A transfer that was sent can no longer be deleted.
    if (method === 'DELETE' || body.sent === true) this.#made.delete(body.id)
  }

  /** @returns the ids of what could not be deleted */
  async run(): Promise<readonly string[]> {
    const left: string[] = []
    const inOrder = [...this.#made].sort(([, a], [, b]) => deletable.indexOf(a) - deletable.indexOf(b))
    for (const [id, kind] of inOrder) {
      const path = `${pathOf[kind] ?? `/${kind}`}/${id}`
      if (!(await this.#does({ method: 'DELETE', path, body: null }))) left.push(id)
    }
    if (this.#isChanged && this.#settings !== null) {
      const body = JSON.stringify(this.#settings)
      if (!(await this.#does({ method: 'PATCH', path: '/account', body })))
        left.push('the settings of the account')
    }
    this.#made.clear()
    return left
  }

  async #does({ method, path, body }: Pick<OutgoingCall, 'method' | 'path' | 'body'>): Promise<boolean> {
    const headers = {
      authorization: `Basic ${btoa(`${this.#caller.keys.secret}:`)}`,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    }
    try {
      for (let attempt = 1; ; attempt += 1) {
        const { status, headers: answered } = await this.#send({ method, path, body, host: 'api', headers })
        if (status !== 429 || attempt === attemptsMax) return status < 300 || status === 404
        await after(Math.min(longestWaitMs, Number(answered['retry-after'] ?? 1) * 1000 || 1000))
      }
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      return false
    }
  }
}
