import { fromBase64 } from '../../kernel/base64'
import { isObject } from '../../kernel/json'
import { filledIn, filledText, type StoryScene } from './placeholders'
import type { StoryCall } from './stories'

/** A call as it is sent. */
export interface OutgoingCall {
  readonly method: string
  readonly host: 'api' | 'vault'
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer<ArrayBuffer> | null
}

/** Whom a run calls, and as whom. */
export interface ServiceCaller {
  readonly keys: { readonly public: string; readonly secret: string }
  /** `Service` of `Service-Version`. */
  readonly headerPrefix: string
  readonly apiVersion: string | null
}

/** `card[name]=…`, `lines[][sku]=…`, as published clients write forms. */
const pairsOf = (value: unknown, name: string): readonly (readonly [string, string])[] => {
  if (Array.isArray(value)) return value.flatMap((one) => pairsOf(one, `${name}[]`))
  if (isObject(value))
    return Object.entries(value).flatMap(([part, one]) =>
      pairsOf(one, name === '' ? part : `${name}[${part}]`),
    )
  return value === null || value === undefined ? [] : [[name, String(value)]]
}

const formOf = (parameters: unknown): string =>
  new URLSearchParams(pairsOf(parameters, '').map(([name, value]) => [name, value])).toString()

/** A picture of one point. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const boundary = 'payment-sandbox-compare'

const uploadOf = (parameters: Readonly<Record<string, unknown>>): Buffer<ArrayBuffer> => {
  const { file, ...fields } = parameters
  const text = (part: string): Buffer => Buffer.from(part)
  const parts = Object.entries(fields).map(([name, value]) =>
    text(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`),
  )
  if (typeof file === 'string') {
    const isPicture = file.endsWith('.png')
    const type = isPicture ? 'image/png' : 'text/markdown'
    parts.push(
      text(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      isPicture ? Buffer.from(fromBase64(png)) : text('# No proof\n'),
      text('\r\n'),
    )
  }
  return Buffer.concat([...parts, text(`--${boundary}--\r\n`)])
}

const types = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  upload: `multipart/form-data; boundary=${boundary}`,
} as const

const unknownKeys = { api: 'skey_test_0nosuchkey000000000', vault: 'pkey_test_0nosuchkey000000000' } as const

const keyOf = ({ key, host }: StoryCall, { keys }: ServiceCaller): string | null => {
  if (key === 'none') return null
  return key === 'unknown' ? unknownKeys[host] : keys[key]
}

/**
 * A call of a story as it is sent.
 * @throws Unfilled when an earlier answer that it needs did not come
 */
export const outgoing = (call: StoryCall, scene: StoryScene, caller: ServiceCaller): OutgoingCall => {
  const { method, host, encoding, idempotency } = call
  const parameters = Object.fromEntries(
    Object.entries(call.with).map(([name, value]) => [name, filledIn(value, scene)]),
  )
  const hasParameters = Object.keys(parameters).length > 0
  const path = filledText(call.path, scene)
  const query = method === 'GET' && hasParameters ? `?${formOf(parameters)}` : ''
  const body =
    method === 'GET' || !hasParameters
      ? null
      : encoding === 'json'
        ? JSON.stringify(parameters)
        : encoding === 'form'
          ? formOf(parameters)
          : uploadOf(parameters)
  const key = keyOf(call, caller)
  const version = call.version ?? caller.apiVersion
  return {
    ...{ method, host, path: `${path}${query}`, body },
    headers: {
      accept: 'application/json',
      'user-agent': 'payment-sandbox compare',
      ...(key === null ? {} : { authorization: `Basic ${btoa(`${key}:`)}` }),
      ...(version === null ? {} : { [`${caller.headerPrefix.toLowerCase()}-version`]: version }),
      ...(idempotency === null ? {} : { 'idempotency-key': `${scene.word}-${idempotency}` }),
      ...(body === null ? {} : { 'content-type': types[encoding] }),
    },
  }
}
