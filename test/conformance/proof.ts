/** Which test files run over which table of the specification, for the proof test and the table in test/README.md. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export interface Proof {
  /** Name of the exported table, for example `failingTestCards`. */
  readonly table: string
  /** Sections of the specification, for example `7.1`. */
  readonly sections: readonly string[]
  readonly rows: number
  /** Test files of this folder that import the table, without their ending. */
  readonly files: readonly string[]
}

const importedTables = (text: string): readonly string[] =>
  [...text.matchAll(/import \{([^}]*)\} from '\.\.\/spec\/[\w/-]+'/g)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type ')),
  )

const sectionsOf = (rows: readonly unknown[]): readonly string[] =>
  [...new Set(rows.map((row) => Object(row).spec))].filter((section) => typeof section === 'string')

/** Every exported list of rows in test/spec, with the test files that use it. */
export const readProofs = async (): Promise<readonly Proof[]> => {
  const files = readdirSync(folder('.'))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => ({
      name: basename(file, '.test.ts'),
      tables: importedTables(readFileSync(folder(file), 'utf8')),
    }))
  const modules = ['.', 'recorded'].flatMap((place) =>
    readdirSync(folder(`../spec/${place}`))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => `${place}/${file}`),
  )
  const proofs = await Promise.all(
    modules.map(async (file) => {
      const exported: Record<string, unknown> = await import(/* @vite-ignore */ `../spec/${file}`)
      return Object.entries(exported).flatMap(([table, rows]): Proof[] =>
        Array.isArray(rows)
          ? [
              {
                table,
                sections: sectionsOf(rows),
                rows: rows.length,
                files: files.filter(({ tables }) => tables.includes(table)).map(({ name }) => name),
              },
            ]
          : [],
      )
    }),
  )
  return proofs.flat()
}
