/** A worker of the package in workerd, as `wrangler dev` runs it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { Agent } from 'undici'
import { afterAll, beforeAll } from 'vitest'
import type { WorkerOptions } from '../../src/workers/options'
import type { Answering } from '../support/client'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const token = 'team-token'

const plainObject = "export { SandboxObject } from 'payment-sandbox/workers'"

/** An object that a test can look into: its storage answers SQL, it can be evicted, and its alarm can ring at once. */
const openObject = `
import { SandboxObject as Closed } from 'payment-sandbox/workers'
export class SandboxObject extends Closed {
  #context
  constructor(context, env) {
    super(context, env)
    this.#context = context
  }
  async fetch(request) {
    const [, action] = /\\/test-(\\w+)$/.exec(request.url) ?? []
    if (action === 'sql') return Response.json([...this.#context.storage.sql.exec(await request.text())])
    if (action === 'ring') return new Response(await this.#context.storage.setAlarm(Date.now()))
    if (action === 'alarm') return Response.json(await this.#context.storage.getAlarm())
    if (action === 'evict') this.#context.abort('evicted by a test')
    return super.fetch(request)
  }
}`

interface Bundling {
  readonly minify?: boolean
  /** Its objects take the calls of `look`. */
  readonly isOpen?: boolean
}

const bundles = new Map<string, Promise<string>>()

/** The worker of examples/workers as one module, with options. Several files need the same one. */
export const bundleWorker = (options: WorkerOptions = {}, bundling: Bundling = {}): Promise<string> => {
  const name = JSON.stringify([options, bundling])
  const bundle = bundles.get(name) ?? buildWorker(options, bundling)
  bundles.set(name, bundle)
  return bundle
}

const buildWorker = async (
  options: WorkerOptions,
  { minify = false, isOpen = false }: Bundling,
): Promise<string> => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
import { createWorker } from 'payment-sandbox/workers'
${isOpen ? openObject : plainObject}
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
  look: async (name, statement) =>
    (await send(`${url}/a/${name}/test-sql`, { method: 'POST', body: statement })).json(),
  evict: async (name) => void (await send(`${url}/a/${name}/test-evict`, {})),
  alarm: async (name) => (await send(`${url}/a/${name}/test-alarm`, {})).json(),
  ring: async (name) => void (await send(`${url}/a/${name}/test-ring`, {})),
})

/** Starts a worker. It is stopped with `stop`. */
export const startTeam = async ({ script, folder }: Starting): Promise<Team> => {
  const miniflare = new Miniflare({
    modules: true,
    script,
    compatibilityDate: '2025-05-05',
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
export const teamOfFile = (options: WorkerOptions = {}, bundling: Bundling = {}): (() => Team) => {
  let team: Team | null = null
  const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-'))
  beforeAll(async () => {
    team = await startTeam({ script: await bundleWorker(options, bundling), folder })
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
