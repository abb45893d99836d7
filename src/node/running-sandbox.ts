/** Requests to a sandbox that runs in another process: of the commands, of Playwright's tests, and of tools for agents. */
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text as textIn } from 'node:stream/consumers'
import { isLoopback } from '../kernel/hosts'
import { isObject, jsonIn } from '../kernel/json'

export type JsonFields = Readonly<Record<string, unknown>>

export interface SandboxRequest {
  /** The address of the sandbox, such as `http://127.0.0.1:4111`. */
  readonly url: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Text, or what is sent as JSON. Default: nothing. */
  readonly body?: unknown
}

export interface SandboxAnswer {
  readonly status: number
  readonly text: string
  /** The JSON of the answer; `null` where it is no object: another server listens there. */
  readonly json: JsonFields | null
}

export const bearer = (token: string): string => `Bearer ${token}`

export const basic = (key: string): string => `Basic ${btoa(`${key}:`)}`

/**
 * An answer whose body may still come. The global fetch has no option to trust the self-signed certificate of a sandbox.
 * Rejects with the error of the connection when no server answers.
 */
export const openAnswer = (call: SandboxRequest): Promise<IncomingMessage> => {
  const { url, path, method, body } = call
  const target = new URL(`${url}${path}`)
  const request = target.protocol === 'https:' ? requestHttps : requestHttp
  const headers = { ...call.headers, ...(body !== undefined && { 'content-type': 'application/json' }) }
  // A connection that was kept open may be closed by the time of the next request.
  const options = { method, headers, agent: false, rejectUnauthorized: !isLoopback(target.hostname) }
  return new Promise((resolve, reject) => {
    const sent = request(target, options, resolve).on('error', reject)
    sent.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body))
  })
}

/** Rejects as `openAnswer`, also when the connection ends before the answer does. */
export const answerTo = async (call: SandboxRequest): Promise<SandboxAnswer> => {
  const answer = await openAnswer(call)
  const text = await textIn(answer)
  return { status: answer.statusCode ?? 0, text, json: objectIn(text) }
}

export const objectIn = (text: string): JsonFields | null => {
  const value = jsonIn(text)
  return isObject(value) ? value : null
}

/** Why a request was refused. The control plane says it under `error`, the API in the answer itself. */
export const refusalIn = (json: JsonFields | null): JsonFields =>
  isObject(json?.error) ? json.error : (json ?? {})
