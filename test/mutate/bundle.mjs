/**
 * Runs in Stryker's copy of the project: each test of an area becomes one file, beside pieces that they share. So a
 * worker, of which every mutant gets a new one, loads 20 files instead of 300, four times as fast. The one file takes
 * the place of the test, since Stryker only uses former results of tests whose files it knows.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { assets } from '../../.ci/assets.mjs'

/**
 * Some files read others from where they are: they keep their own address. And what a test would load late is loaded
 * with the rest: else Stryker takes that test as the only one that reaches what runs when a file is loaded.
 */
const asLoaded = {
  name: 'as loaded',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/](?:src|test)[\\/].*\.ts$/ }, async ({ path }) => {
      const address = JSON.stringify(pathToFileURL(path).href)
      const text = (await readFile(path, 'utf8')).replaceAll('import.meta.url', address)
      const late = [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, name]) => `import '${name}'`)
      return { contents: [text, ...late].join('\n'), loader: 'ts' }
    }),
}

const { outputFiles } = await build({
  entryPoints: process.env.MUTATE_TESTS?.split(',') ?? [],
  outbase: 'test',
  outdir: 'test',
  write: false,
  outExtension: { '.js': '.mjs' },
  chunkNames: 'pieces/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: ['vitest'],
  plugins: [asLoaded, assets],
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
  },
  logLevel: 'warning',
})

for (const { path, contents } of outputFiles) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path.replace(/\.test\.mjs$/, '.test.ts'), contents)
}
