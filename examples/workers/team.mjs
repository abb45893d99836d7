import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'

/** Bundles the worker as `wrangler` does, and starts it with the bindings of wrangler.toml. */
export const openTeam = async ({ port = 0, token, storage }) => {
  const bundled = await build({
    entryPoints: [fileURLToPath(new URL('worker.js', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    conditions: ['workerd'],
  })
  const runtime = new Miniflare({
    port,
    modules: true,
    script: bundled.outputFiles[0].text,
    compatibilityDate: '2025-05-05',
    durableObjects: { SANDBOX: { className: 'SandboxObject', useSQLite: true } },
    durableObjectsPersist: storage,
    bindings: { CONTROL_TOKEN: token },
  })
  const { origin } = await runtime.ready
  return { url: origin, close: () => runtime.dispose() }
}
