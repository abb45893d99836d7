/**
 * Files that pages load: `import text from './pages.css?asset'` is the text of the file as browsers get it. With
 * `*.yaml` or `*.md` it is the content of all such files as JSON, by their names. For builds by rolldown, and for vitest.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { parse } from 'yaml'

const mark = /\?asset$/

/** No tool takes it for a file of the project. */
const virtual = '\0asset:'

/** No tool knows this suffix: tools would take a `.css` for a style sheet of the bundle. */
const ending = '.text'

/** Bundles name their modules in comments, and must not name a folder of the machine that builds them. */
const idOf = (file) => `${virtual}${relative('.', file).replaceAll('\\', '/')}${ending}`

const fileOf = (id) => resolve(id.slice(virtual.length, -ending.length))

/** `*.yaml` is every such file of the folder. */
const isPattern = (file) => basename(file).startsWith('*.')

const filesOf = (file) => {
  if (!isPattern(file)) return [file]
  const names = readdirSync(dirname(file)).filter((name) => extname(name) === extname(file))
  return names.sort().map((name) => join(dirname(file), name))
}

const contentOf = (files) =>
  JSON.stringify(
    Object.fromEntries(
      files.map((file) => {
        const text = readFileSync(file, 'utf8')
        return [basename(file, extname(file)), file.endsWith('.yaml') ? parse(text) : text]
      }),
    ),
  )

/** A script with its imports, or a style sheet: minified, for browsers of the last years. */
const minified = async (file) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    metafile: true,
    write: false,
  })
  return { text: outputFiles.map(({ text }) => text).join(''), files: Object.keys(metafile.inputs) }
}

/** What the import gives, and the files that it was read from. */
const textOf = async (file) => {
  const files = filesOf(file)
  if (isPattern(file)) return { text: contentOf(files), files }
  if (file.endsWith('.md')) return { text: readFileSync(file, 'utf8'), files }
  return minified(file)
}

export const assets = {
  name: 'assets',
  enforce: 'pre',
  // Not kept between runs: vitest would not see that a style sheet or script behind them has changed.
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
    define(({ id }) => (id.startsWith(virtual) ? false : undefined)),
  resolveId: (path, importer) =>
    mark.test(path) ? idOf(join(dirname(importer), path.replace(mark, ''))) : undefined,
  async load(id) {
    if (!id.startsWith(virtual)) return undefined
    const { text, files } = await textOf(fileOf(id))
    for (const file of files) this.addWatchFile(resolve(file))
    return { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' }
  },
}
