/**
 * Files that pages load: `import text from './pages.css?asset'` is the text of the file as browsers get it. With
 * `*.yaml` it is the content of all such files as JSON, by their names.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { parse } from 'yaml'

const mark = /\?asset$/

/** No tool knows this suffix: tools would take a `.css` for a style sheet of the bundle. */
const ending = '.text'

/** Bundles name their modules in comments, and must not name a folder of the machine that builds them. */
const markedFile = (path, folder) =>
  `${relative('.', join(folder, path.replace(mark, ''))).replaceAll('\\', '/')}${ending}`

const fileOf = (id) => id.slice(0, -ending.length)

const filesOf = (file) => {
  if (basename(file) !== '*.yaml') return [file]
  const names = readdirSync(dirname(file)).filter((name) => name.endsWith('.yaml'))
  return names.sort().map((name) => join(dirname(file), name))
}

const contentOf = (files) =>
  JSON.stringify(
    Object.fromEntries(files.map((file) => [basename(file, '.yaml'), parse(readFileSync(file, 'utf8'))])),
  )

/** A script with its imports, or a style sheet: minified, for browsers of the last years. Markdown stays as it is. */
const textOf = async (file) => {
  if (file.endsWith('.yaml')) return contentOf(filesOf(file))
  if (file.endsWith('.md')) return readFileSync(file, 'utf8')
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    write: false,
  })
  return outputFiles.map(({ text }) => text).join('')
}

/** For builds. */
export const assets = {
  name: 'assets',
  setup: (builder) => {
    builder.onResolve({ filter: mark }, ({ path, resolveDir }) => ({
      path: markedFile(path, resolveDir),
      namespace: 'asset',
    }))
    builder.onLoad({ filter: /./, namespace: 'asset' }, async ({ path }) => ({
      contents: await textOf(resolve(fileOf(path))),
      loader: 'text',
      watchFiles: filesOf(resolve(fileOf(path))),
    }))
  },
}

const virtual = '\0asset:'

/** For tests, which run the sources. */
export const assetsOfTests = {
  name: 'assets',
  enforce: 'pre',
  // Not kept between runs: vitest would not see that a style sheet or script behind them has changed.
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
    define(({ id }) => (id.startsWith(virtual) ? false : undefined)),
  resolveId: (path, importer) =>
    mark.test(path) ? virtual + markedFile(path, dirname(importer)) : undefined,
  load: async (id) =>
    id.startsWith(virtual)
      ? `export default ${JSON.stringify(await textOf(resolve(fileOf(id.slice(virtual.length)))))}`
      : undefined,
}
