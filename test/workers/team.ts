/** A worker of the package in workerd, as `wrangler dev` runs it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll } from 'vitest'
import type { WorkerOptions } from '../../src/workers/options'
import { type Team, teamAt, token } from '../support/team-at'

const root = fileURLToPath(new URL('../..', import.meta.url))

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

interface Starting {
  readonly script: string
  /** Of the storage. */
  readonly folder: string
}

/** Starts a worker. It is stopped with `stop`. */
export const startTeam = async ({ script, folder }: Starting): Promise<Team> => {
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.js', contents: script }],
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

export const basic = (key: string) => ({ authorization: `Basic ${btoa(`${key}:`)}` })

/** The attempts to deliver webhooks of an account. */
export const attemptsOf = async (team: Team, name: string): Promise<readonly object[]> =>
  (await (await team.control(name, 'GET', '/deliveries')).json()).data

/** The tables in the storage of an account: none where nothing is kept of it. */
export const tablesOf = (team: Team, name: string) =>
  team.look(name, "SELECT name FROM sqlite_master WHERE name IN ('facts', 'texts', 'snapshots')")

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
