/** How the library and the command are bundled: in parts, some of which are loaded when something in them is first used. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type CodeSplittingNameFunction, type InputOptions, type OutputChunk, rolldown } from 'rolldown'
import { assetsOfTests as assets } from './assets.mjs'
import { noteLicences } from './licences'

/** The source of each, by its name. */
export type Entries = Readonly<Record<string, string>>

/** What a module imports, and what that imports, without what is imported on demand. */
export const reachedFrom = (
  entry: string,
  context: Parameters<CodeSplittingNameFunction>[1],
): ReadonlySet<string> => {
  const reached = new Set<string>()
  const visit = (id: string): void => {
    if (reached.has(id)) return
    reached.add(id)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  visit(entry)
  return reached
}

interface Bundling {
  readonly entries: Entries
  /** What the names of the files of parts begin with. */
  readonly prefix: string
  readonly partOf: CodeSplittingNameFunction
  /** Module and name of what takes the place of a global, by the name of the global. */
  readonly inject?: Readonly<Record<string, [module: string, name: string]>>
  /** Expressions by what they replace. */
  readonly define?: Readonly<Record<string, string>>
  /** Modules by the name of what they replace. */
  readonly alias?: Readonly<Record<string, string>>
}

const inputOf = ({ entries, inject = {}, define = {}, alias = {} }: Bundling): InputOptions => ({
  input: entries,
  platform: 'node',
  resolve: { mainFields: ['module', 'main'], alias },
  preserveEntrySignatures: 'allow-extension',
  plugins: [assets],
  transform: {
    target: 'node20',
    define: { BUNDLED_YAML: '"./yaml.cjs"', BUNDLED_X509: '"./x509.cjs"', ...define },
    inject,
  },
})

/** The files of a bundle, which are still to be written: those of an earlier build are gone from `dist`. */
export const bundleInParts = async (bundling: Bundling): Promise<readonly OutputChunk[]> => {
  const { prefix, partOf } = bundling
  const bundle = await rolldown(inputOf(bundling))
  const { output } = await bundle.generate({
    format: 'cjs',
    comments: { jsdoc: false, annotation: false },
    chunkFileNames: `${prefix}[name].cjs`,
    entryFileNames: '[name].cjs',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: partOf, debugName: 'parts' }],
    },
  })
  await bundle.close()
  mkdirSync('dist', { recursive: true })
  for (const file of readdirSync('dist')) if (file.startsWith(prefix)) rmSync(join('dist', file))
  const chunks = output.filter((each) => each.type === 'chunk')
  for (const { moduleIds } of chunks) noteLicences(moduleIds)
  return chunks
}

const asked = /^(?:const|let|var) (require_\w+) = (require\("\.\/([^"]+)\.cjs"\));$/gm

const late = 'const __late = (load) => { let loaded; return () => (loaded ??= load()); };\n'

/**
 * Loads parts when something in them is first used. The bundler asks for each part at the top of a file, and names it with
 * each use: the text of the file is changed, since no bundler has a setting for this.
 *
 * @param isLate which parts, by their names
 * @throws Error for a use that would get the function in place of the part
 */
export const withLateParts = (code: string, isLate: (part: string) => boolean): string => {
  const names: string[] = []
  const changed = code.replace(asked, (line, name: string, load: string, part: string) => {
    if (!isLate(part)) return line
    names.push(name)
    return `const ${name} = __late(() => ${load});`
  })
  if (names.length === 0) return code
  const uses = new RegExp(`\\b(${names.join('|')})\\b(\\.| = __late)?`, 'g')
  return `${late}${changed.replace(uses, (use, name: string, next: string | undefined) => {
    if (next === undefined) throw new Error(`${name} is used as a whole, and cannot be loaded later`)
    // In brackets, as `new part().Thing()` would make one of the function.
    return next === '.' ? `(${name}()).` : use
  })}`
}
