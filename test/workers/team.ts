/** A worker of the package in workerd, as `wrangler dev` runs it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { Agent } from 'undici'
import { afterAll, beforeAll } from 'vitest'
import type { SandboxOptions } from '../../src/config'
import type { Answering } from '../support/client'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const token = 'team-token'

/** The worker of examples/workers as one module, with options. */
export const bundleWorker = async (options: SandboxOptions = {}, minify = false): Promise<string> => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
import { createWorker, SandboxObject } from 'payment-sandbox/workers'
export { SandboxObject }
export default createWorker(${JSON.stringify(options)})`,
      resolveDir: root,
    },
    // Without the paths of this checkout, which lead to the sources.
    tsconfigRaw: {},
    bundle: true,
    minify,
    write: false,
    format: 'esm',
    platform: 'neutral',
    conditions: ['workerd'],
    logLevel: 'silent',
  })
  const [output] = outputFiles
  if (output === undefined) throw new Error('nothing was bundled')
  return output.text
}

export interface Team {
  readonly url: string
  /** What makeClient takes. */
  account(name: string): Answering & { keys: { public: string; secret: string } }
  /** An operation of the control plane on an account, with the token. */
  control(name: string, method: string, path: string, body?: object): Promise<Response>
  /** A request to any host name. */
  dispatch(
    url: string,
    init: { method: string; headers: Record<string, string>; body: string },
  ): Promise<Response>
  stop(): Promise<void>
}

interface Starting {
  readonly script: string
  /** Of the storage. */
  readonly folder: string
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
})

/** Starts a worker. It is stopped with `stop`. */
export const startTeam = async ({ script, folder }: Starting): Promise<Team> => {
  const miniflare = new Miniflare({
    modules: true,
    script,
    compatibilityDate: '2025-01-01',
    durableObjects: { SANDBOX: { className: 'SandboxObject', useSQLite: true } },
    durableObjectsPersist: folder,
    bindings: { CONTROL_TOKEN: token },
  })
  const { origin: url } = await miniflare.ready
  return {
    ...teamAt(url),
    dispatch: async (at, init) => {
      const answer = await miniflare.dispatchFetch(at, init)
      return new Response(await answer.text(), { status: answer.status })
    },
    stop: () => miniflare.dispose(),
  }
}

/** One worker for all tests of a file. */
export const teamOfFile = (options: SandboxOptions = {}): (() => Team) => {
  let team: Team | null = null
  const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-'))
  beforeAll(async () => {
    team = await startTeam({ script: await bundleWorker(options), folder })
  })
  afterAll(async () => {
    await team?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return () => {
    if (team === null) throw new Error('the worker has not started')
    return team
  }
}
