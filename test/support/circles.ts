/** Files that import each other in a loop: none of them can be read, moved or tested without the others. */
import { posix } from 'node:path'
import ts from 'typescript'

interface Source {
  readonly file: string
  readonly text: string
}

/** What the file imports of the project itself, type imports too. */
const importsOf = ({ file, text }: Source, known: ReadonlySet<string>): readonly string[] =>
  ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => posix.join(posix.dirname(file), fileName))
    .flatMap((target) =>
      [`${target}.ts`, `${target}.tsx`, `${target}/index.ts`].filter((path) => known.has(path)),
    )

/** Each circle once, as the files that it goes through: `a -> b -> a`. */
export const circlesIn = (sources: readonly Source[]): readonly string[] => {
  const known = new Set(sources.map(({ file }) => file))
  const imports = new Map(sources.map((source) => [source.file, importsOf(source, known)]))
  const done = new Set<string>()
  const path: string[] = []
  const found: string[] = []
  const visit = (file: string): void => {
    const start = path.indexOf(file)
    if (start !== -1) found.push([...path.slice(start), file].join(' -> '))
    if (start !== -1 || done.has(file)) return
    path.push(file)
    for (const target of imports.get(file) ?? []) visit(target)
    path.pop()
    done.add(file)
  }
  for (const file of known) visit(file)
  return found
}
