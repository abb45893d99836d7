import type { ScriptFacts } from '../facts'

/** The calls of a page. They go to the sandbox that the script came from, and nowhere else. */

declare const facts: ScriptFacts

/** An answer of the sandbox. `status` is 0 when there was none. */
export interface Answer {
  readonly status: number
  readonly data: object
}

/** Loading a module ends before the page goes on: later, the browser does not know which script runs. */
export const scriptTag = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null

const said = new Set<string>()

/** Says something on the console, once. */
export const say = (text: string, level: 'info' | 'warn' = 'warn'): void => {
  if (said.has(text)) return
  said.add(text)
  console[level](`payment-sandbox: ${text}`)
}

const realHost = /^(?:api|vault|cdn2?)(?=\.omise\.co$)/

/** A page of the real service, or anything else there. */
export const isReal = (address: string): boolean => realHost.test(new URL(address, location.href).hostname)

interface CalledServers {
  readonly vault: string
  readonly api: string
}

const folderOf = (address: string): string => new URL('.', address).href.replace(/\/$/, '')

/** Another server of the real service, by the address of one. */
const siblingOf = (address: string, name: string): string => {
  const url = new URL(address)
  url.hostname = url.hostname.replace(realHost, name)
  return url.origin
}

/** The API, as the page can call it: a page on another machine has not loaded the script from its own `localhost`. */
const reachable = (api: string, vault: string): string => {
  const url = new URL(api)
  if (/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)) url.hostname = new URL(vault).hostname
  return url.href.replace(/\/$/, '')
}

const findServers = (): CalledServers => {
  const { origin, isOwn, vault, api } = facts
  const src = scriptTag?.src ?? ''
  const loaded = src === '' ? vault : folderOf(src)
  const isCopy = loaded !== vault && new URL(loaded).host !== new URL(origin).host
  if (isCopy)
    say(
      `this omise.js is a copy at ${new URL(loaded).host}: load it from ${vault}/omise.js, or from cdn.omise.co where ` +
        'that leads to the sandbox',
    )
  if (isCopy || src === '') return { vault, api }
  if (isReal(loaded)) return { vault: siblingOf(loaded, 'vault'), api: siblingOf(loaded, 'api') }
  return { vault: loaded, api: isOwn ? reachable(api, loaded) : loaded }
}

export const servers = findServers()

/** Where the policy of the page forbade a connection. */
const forbidden = new Set<string>()

document.addEventListener('securitypolicyviolation', ({ blockedURI, disposition, effectiveDirective }) => {
  if (disposition === 'enforce' && effectiveDirective === 'connect-src' && URL.canParse(blockedURI))
    forbidden.add(new URL(blockedURI).origin)
})

const lost = (message: string): Answer => ({
  status: 0,
  data: { object: 'error', code: 'connection_error', message },
})

/** For what a busy browser says a moment later. */
const lateMs = 500

/** `XMLHttpRequest`, as pages in jsdom have no `fetch`. `null` without an answer. */
const request = (address: string, key: string, body: object): Promise<Answer | null> =>
  new Promise((resolve) => {
    const call = new XMLHttpRequest()
    call.open('POST', address)
    // A header holds bytes. No key has a letter that this encodes.
    call.setRequestHeader('authorization', `Basic ${btoa(`${encodeURI(key)}:`)}`)
    call.setRequestHeader('content-type', 'application/json')
    call.onload = () => resolve({ status: call.status, data: readJson(call.responseText) })
    call.onerror = () => {
      const end = (): void => resolve(null)
      // Browsers tell of a violation of the policy of the page before it or after it. jsdom has no policies.
      const isKnown = forbidden.has(new URL(address).origin) || !('SecurityPolicyViolationEvent' in window)
      if (isKnown) return end()
      document.addEventListener('securitypolicyviolation', end, { once: true })
      setTimeout(end, lateMs)
    }
    call.send(JSON.stringify(body))
  })

const readJson = (text: string): object => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return { object: 'error', code: 'no_sandbox', message: 'what answered is not a sandbox' }
  }
}

let channels = 0

/** By the page of the vault that takes calls by messages, as a policy may allow its frame alone. */
const requestByFrame = (vault: string, key: string, body: object): Promise<Answer | null> =>
  new Promise((resolve) => {
    channels += 1
    const channel = `omise${channels}`
    const frame = document.createElement('iframe')
    let isReady = false
    const end = (answer: Answer | null): void => {
      removeEventListener('message', hear)
      frame.remove()
      resolve(answer)
    }
    const hear = ({ source, data }: MessageEvent): void => {
      if (source !== frame.contentWindow || typeof data !== 'string') return
      if (data === `${channel}-ready`) {
        isReady = true
        const call = { id: 1, method: 'createToken', params: [key, body], jsonrpc: '2.0' }
        frame.contentWindow?.postMessage(`${channel} ${JSON.stringify(call)}`, new URL(vault).origin)
      } else if (data.startsWith(`${channel} `)) {
        const { result, error } = JSON.parse(data.slice(channel.length + 1))
        end(result ?? error?.data ?? null)
      }
    }
    addEventListener('message', hear)
    frame.hidden = true
    frame.src = `${vault}/provider?${new URLSearchParams({ xdm_e: location.origin, xdm_c: channel, xdm_p: '1' })}`
    // Its script says that it is ready before the frame has loaded, which may be heard first.
    frame.onload = () => setTimeout(() => isReady || end(null), lateMs)
    document.documentElement.append(frame)
  })

const keyProblem = (key: string, message = ''): string => {
  if (key === '')
    return 'no public key: call Omise.setPublicKey("pkey_test_…"), or give OmiseCard a publicKey'
  return `the sandbox does not know the public key ${key.slice(0, 14)}…: ${message}; its keys are on its dashboard`
}

const explained = (answer: Answer, key: string, address: string): Answer => {
  const { code, message } = answer.data as { readonly code?: string; readonly message?: string }
  if (code === 'no_sandbox')
    say(
      `${new URL(address).host} answered, but is no sandbox: load omise.js from the vault, ${facts.vault}/omise.js`,
    )
  else if (answer.status === 401) say(keyProblem(key, message))
  return answer
}

const unanswered = (address: string): Answer => {
  const { origin } = new URL(address)
  const text = forbidden.has(origin)
    ? `the content policy of this page forbids calls to ${origin}: add it to connect-src`
    : `${origin} did not answer: is the sandbox running, and can the browser reach it?`
  say(text)
  return lost(text)
}

const call = async (
  server: keyof CalledServers,
  path: string,
  key: string,
  body: object,
): Promise<Answer> => {
  if (key.startsWith('skey_')) say('a page must not have the secret key: use the public key, pkey_test_…')
  const address = `${servers[server]}${path}`
  const answer = await request(address, key, body)
  if (answer !== null) return explained(answer, key, address)
  const isFrameBetter = server === 'vault' && forbidden.has(new URL(address).origin)
  const second = isFrameBetter ? await requestByFrame(servers.vault, key, body) : null
  return second === null ? unanswered(address) : explained(second, key, address)
}

export const createToken = (key: string, type: string, attributes: unknown): Promise<Answer> =>
  call('vault', '/tokens', key, { [type]: attributes })

export const createSource = (key: string, type: string, attributes: object): Promise<Answer> =>
  call('api', '/sources', key, { type, ...attributes })
