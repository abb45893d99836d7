/** Runs in the frame of the vault: makes tokens for the page that the frame is in, which calls it by messages. */

interface ProviderCall {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
}

const { origin = '', channel = '' } = document.currentScript?.dataset ?? {}

const makeToken = async (key: unknown, attributes: unknown): Promise<object> => {
  const answer = await fetch('tokens', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${key}:`)}`, 'content-type': 'application/json' },
    body: JSON.stringify(attributes),
  })
  const made = { status: answer.status, data: await answer.json() }
  return answer.ok ? { result: made } : { error: { data: made } }
}

/** The vault did not answer. */
const lost = (error: unknown): object => ({
  error: {
    data: {
      status: 0,
      data: {
        object: 'error',
        code: 'rpc_error',
        message: error instanceof Error ? error.message : String(error),
      },
    },
  },
})

const read = (text: string): ProviderCall => {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

const answerOf = async ({ method, params }: ProviderCall): Promise<object> => {
  if (method !== 'createToken' || !Array.isArray(params))
    return { error: { code: -32601, message: 'there is createToken(key, attributes) only' } }
  return makeToken(params[0], params[1]).catch(lost)
}

addEventListener('message', async ({ source, origin: from, data }) => {
  const isOurs =
    source === parent && from === origin && typeof data === 'string' && data.startsWith(`${channel} `)
  const call = isOurs ? read(data.slice(channel.length + 1)) : {}
  if (call.method === undefined) return
  const answer = await answerOf(call)
  parent.postMessage(`${channel} ${JSON.stringify({ id: call.id, ...answer, jsonrpc: '2.0' })}`, origin)
})

parent.postMessage(`${channel}-ready`, origin)

// Names of a module are its own: those of a script would be those of the window.
export {}
