/**
 * Runs in Stryker's copy of the project: each test of an area becomes one file, with pieces that they share. So a
 * worker, of which every mutant gets a new one, loads 20 files instead of 300, four times as fast. The one file takes
 * the place of the test, since Stryker only uses former results of tests whose files it knows.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { assets } from '../../.ci/assets.mjs'

/**
 * Some files read others from where they are: they keep their own address. And what a test would load late is loaded
 * with the rest: else Stryker takes that test as the only one that reaches what runs when a file is loaded.
 */
const asLoaded = {
  name: 'as loaded',
  transform: {
    filter: { id: /[\\/](?:src|test)[\\/].*\.ts$/ },
    handler: (source, path) => {
      const text = source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      const late = [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, name]) => `import '${name}'`)
      return { code: [text, ...late].join('\n') }
    },
  },
}

const nameOf = (file) => relative('test', file).replace(/\.ts$/, '')

const { output } = await build({
  input: Object.fromEntries((process.env.MUTATE_TESTS?.split(',') ?? []).map((file) => [nameOf(file), file])),
  write: false,
  platform: 'node',
  external: ['vitest'],
  plugins: [asLoaded, assets],
  transform: { target: 'node20' },
  output: { entryFileNames: '[name].mjs', chunkFileNames: 'pieces/[name]-[hash].mjs' },
})

for (const { fileName, code } of output) {
  const path = join('test', fileName)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path.replace(/\.test\.mjs$/, '.test.ts'), code)
}
