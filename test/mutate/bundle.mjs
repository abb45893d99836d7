/**
 * Runs in Stryker's copy of the project: each test of an area becomes one file, beside pieces that they share. So a
 * worker, of which every mutant gets a new one, loads 20 files instead of 300, four times as fast.
 */
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Some files read others from where they are: they keep their own address. */
const addresses = {
  name: 'addresses',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/](?:src|test)[\\/].*\.ts$/ }, async ({ path }) => {
      const address = JSON.stringify(pathToFileURL(path).href)
      return { contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', address), loader: 'ts' }
    }),
}

await build({
  entryPoints: process.env.MUTATE_TESTS?.split(',') ?? [],
  outbase: 'test',
  outdir: 'bundled',
  outExtension: { '.js': '.mjs' },
  chunkNames: 'pieces/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: ['vitest'],
  plugins: [addresses],
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
  },
  logLevel: 'warning',
})
