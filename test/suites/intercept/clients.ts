/** The HTTP clients of Node, each as its users write it. */
import http from 'node:http'
import https, { get as getTakenBefore } from 'node:https'
import axios from 'axios'
import got from 'got'
import nodeFetch from 'node-fetch'
import superagent from 'superagent'
import { fetch as undiciFetch, request as undiciRequest } from 'undici'

export interface Sent {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers: Record<string, string>
  readonly body?: string
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

export interface Got {
  readonly status: number | undefined
  readonly body: Record<string, unknown>
}

export type Client = (url: string, sent: Sent) => Promise<Got>

const parsed = (text: string): Got['body'] => (text === '' ? {} : JSON.parse(text))

type Begin = (
  url: string,
  options: https.RequestOptions,
  then: (incoming: http.IncomingMessage) => void,
) => http.ClientRequest

/** What code does that uses Node's own client. */
export const viaNode =
  (begin: Begin, options: https.RequestOptions = {}): Client =>
  (url, { method = 'GET', headers, body, signal, timeoutMs }) =>
    new Promise((resolve, reject) => {
      const request = begin(
        url,
        { method, headers, ...(signal && { signal }), ...options },
        async (incoming) => {
          const chunks: Buffer[] = []
          for await (const chunk of incoming) chunks.push(chunk)
          resolve({ status: incoming.statusCode, body: parsed(Buffer.concat(chunks).toString()) })
        },
      )
      request.on('error', reject)
      if (timeoutMs !== undefined)
        request.setTimeout(timeoutMs, () => request.destroy(new Error('timed out')))
      request.end(body)
    })

const viaFetch =
  (fetch: (url: string, init: object) => Promise<{ status: number; text(): Promise<string> }>): Client =>
  async (
    url,
    { timeoutMs, signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs), ...init },
  ) => {
    const answer = await fetch(url, { ...init, ...(signal && { signal }) })
    return { status: answer.status, body: parsed(await answer.text()) }
  }

const { request: requestTakenBefore } = https

export const clients: Readonly<Record<string, Client>> = {
  'global fetch': viaFetch((url, init) => fetch(url, init)),
  'global fetch, taken before': viaFetch(globalThis.fetch),
  'fetch of undici': viaFetch((url, init) => undiciFetch(url, init)),
  'request of undici': async (url, { timeoutMs, ...options }) => {
    const { statusCode, body } = await undiciRequest(url, {
      ...options,
      ...(timeoutMs && { headersTimeout: timeoutMs }),
    })
    return { status: statusCode, body: parsed(await body.text()) }
  },
  'node:https': viaNode((...given) => https.request(...given)),
  'node:https, taken before': viaNode(requestTakenBefore),
  'node:https with a keep-alive agent': viaNode(https.request, {
    agent: new https.Agent({ keepAlive: true }),
  }),
  'node:https without an agent': viaNode(https.request, { agent: false }),
  axios: async (url, { timeoutMs, body, ...sent }) => {
    const limits = { validateStatus: () => true, ...(timeoutMs && { timeout: timeoutMs }) }
    const { status, data } = await axios.request({ url, ...sent, ...(body && { data: body }), ...limits })
    return { status, body: data }
  },
  got: async (url, { timeoutMs, signal, ...sent }) => {
    const limits = {
      retry: { limit: 0 },
      throwHttpErrors: false,
      ...(timeoutMs && { timeout: { request: timeoutMs } }),
    }
    const { statusCode, body } = await got(url, { ...sent, ...limits, ...(signal && { signal }) })
    return { status: statusCode, body: parsed(body) }
  },
  superagent: async (url, { method = 'GET', headers, body, timeoutMs, signal }) => {
    const request = superagent(method, url)
      .set(headers)
      .ok(() => true)
    if (timeoutMs) request.timeout(timeoutMs)
    signal?.addEventListener('abort', () => void request.abort())
    const answer = await request.send(body)
    return { status: answer.status, body: answer.body }
  },
  'node-fetch': viaFetch((url, init) => nodeFetch(url, init)),
}

/** The same over plain http. */
export const viaHttp = viaNode((...given) => http.request(...given))

/** `import { get } from 'node:https'`, made before any interception. */
export const viaGet = viaNode((...given) => getTakenBefore(...given))
