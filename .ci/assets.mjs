/**
 * Files that pages load: `import text from './pages.css?asset'` is the text of the file as browsers get it. With a `*`
 * for their names it is the content of all such files as JSON, by name. For builds by rolldown, and for vitest.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { parse } from 'yaml'

const mark = /\?asset$/

/** No tool takes it for a file of the project, or a `.css` for a style sheet. Relative, as bundles name it in comments. */
const [virtual, ending] = ['\0asset:', '.text']

const idOf = (file) => `${virtual}${relative('.', file).replaceAll('\\', '/')}${ending}`

/** The files of packages that pages load: they are bundled too. */
export const bundledFiles = new Set()

/** What the import gives, and the files that it is read from. */
const textOf = async (file) => {
  if (file.includes('*')) {
    const [folder, ending] = file.split('*')
    const names = readdirSync(folder)
      .map((entry) => (entry.endsWith(ending) ? entry.slice(0, -ending.length) : entry))
      .filter((name) => existsSync(`${folder}${name}${ending}`))
      .sort()
    const files = names.map((name) => `${folder}${name}${ending}`)
    const contents = files.map((each, i) => {
      const text = readFileSync(each, 'utf8')
      return [names[i], each.endsWith('.yaml') ? parse(text) : text]
    })
    return { text: JSON.stringify(Object.fromEntries(contents)), files }
  }
  if (file.endsWith('.md')) return { text: readFileSync(file, 'utf8'), files: [file] }
  // A script with its imports, or a style sheet, for browsers of the last years. Thai takes half the bytes as UTF-8.
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    write: false,
  })
  return { text: outputFiles[0].text, files: Object.keys(metafile.inputs) }
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
    const { text, files } = await textOf(resolve(id.slice(virtual.length, -ending.length)))
    for (const file of files) {
      this.addWatchFile(resolve(file))
      if (file.includes('node_modules')) bundledFiles.add(file)
    }
    return { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' }
  },
}
