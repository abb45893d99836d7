import { type RequestRecord, SandboxError, type SandboxErrorCode } from 'payment-sandbox'
import { answerTo, basic, bearer, refusalIn } from '../../../node/running-sandbox'

/** Codes that the control plane takes from the library; the others are of the service. */
const codes = new Set<string>([
  'clock_backwards',
  'endless_events',
  'invalid_duration',
  'invalid_fault',
  'invalid_time',
  'no_endpoint',
] satisfies SandboxErrorCode[])

const codeOf = (status: number, code: unknown): SandboxErrorCode => {
  if (typeof code === 'string' && codes.has(code)) return code as SandboxErrorCode
  return status === 404 ? 'not_found' : 'refused'
}

export interface SandboxAt {
  readonly url: string
  readonly controlToken?: string | undefined
}

interface ListOf<T> {
  readonly data: readonly T[]
}

/** The control plane of a running sandbox, for one account of it. */
export class ControlPlane {
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>
  /** The account; empty while none is chosen. */
  account = ''
  /** Ids of the requests that were there at the last clearing. */
  #over: ReadonlySet<string> = new Set()

  constructor({ url, controlToken }: SandboxAt) {
    this.#url = url.replace(/\/+$/, '')
    this.#headers = controlToken ? { authorization: bearer(controlToken) } : {}
  }

  /** @throws SandboxError `unknown_host` when nothing answers, otherwise with the code and the text of the sandbox */
  async ask<T extends object = Readonly<Record<string, unknown>>>(
    method: string,
    path: string,
    body?: object,
  ): Promise<T> {
    const { status, text, json } = await answerTo({
      url: this.#url,
      method,
      path: `/_sandbox${path}`,
      headers: this.#headers,
      body,
    }).catch((cause: unknown) => {
      const message = `no sandbox answers at ${this.#url} (PAYMENT_SANDBOX_URL): start one with npx payment-sandbox serve`
      throw new SandboxError('unknown_host', message, { cause })
    })
    if (status < 400) return JSON.parse(text)
    const { code, message = text.slice(0, 200) } = refusalIn(json)
    throw new SandboxError(codeOf(status, code), String(message))
  }

  /** An operation on the account. Throws as `ask`. */
  askOwn<T extends object = Readonly<Record<string, unknown>>>(
    method: string,
    path: string,
    body?: object,
  ): Promise<T> {
    return this.ask<T>(method, `${path}?account=${this.account}`, body)
  }

  /** Calls the API with a key: with `--accounts auto` its first use makes the account. */
  async call(key: string): Promise<void> {
    const headers = { authorization: basic(key) }
    await answerTo({ url: this.#url, method: 'GET', path: '/account', headers })
  }

  /** Throws as `ask`. */
  async list<T>(path: string): Promise<readonly T[]> {
    return (await this.ask<ListOf<T>>('GET', path)).data
  }

  /** The requests of the account, and those with an unknown key: these are the first that a person looks for. */
  async requests(): Promise<readonly RequestRecord[]> {
    const all = await this.list<RequestRecord & { readonly duration_ms: number }>('/requests')
    return all
      .filter(({ account, id }) => (account === this.account || account === null) && !this.#over.has(id))
      .map(({ duration_ms: duration, ...request }) => ({ ...request, duration }))
  }

  /** Those with an unknown key may be another worker's: they stay there, and are listed no more. */
  async clearRequests(): Promise<void> {
    this.#over = new Set((await this.list<RequestRecord>('/requests')).map(({ id }) => id))
    await this.askOwn('DELETE', '/requests')
  }
}
