/** What `npm run build` makes of src: the library, what receivers of webhooks import, and the command. */
import { defineConfig, type Options } from 'tsup'

const node = { platform: 'node', target: 'node20' } as const satisfies Options

/** What only some need stands in files of its own, which are loaded then. */
const bundled = { BUNDLED_YAML: '"./yaml.cjs"', BUNDLED_SELFSIGNED: '"./selfsigned.cjs"' }

const library = { ...node, entry: { index: 'src/index.ts' }, define: bundled } as const satisfies Options

const command = { ...node, format: 'cjs', minify: true } as const satisfies Options

export default defineConfig([
  { ...library, format: 'esm', dts: true, splitting: true, noExternal: ['uqr'] },
  { ...library, format: 'cjs', noExternal: ['nanoid', 'uqr'], shims: true },
  {
    entry: { webhooks: 'src/webhooks/signature.ts' },
    format: ['esm', 'cjs'],
    platform: 'neutral',
    target: 'es2022',
    dts: true,
    splitting: false,
    noExternal: ['@noble/hashes'],
  },
  { ...command, entry: { cli: 'src/cli/start.ts' } },
  {
    ...command,
    entry: { program: 'src/cli/main.ts' },
    define: bundled,
    noExternal: ['hono', '@hono/node-server', 'zod', 'nanoid', 'commander', 'uqr'],
    shims: true,
    esbuildOptions: (options) => {
      // Code that was compiled by an earlier start (src/cli/start.ts) cannot call import().
      options.supported = { 'dynamic-import': false }
    },
  },
  { ...command, entry: { yaml: 'node_modules/yaml/dist/index.js' } },
  { ...command, entry: { selfsigned: 'node_modules/selfsigned/index.js' } },
])
