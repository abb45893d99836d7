import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fixtureSchemaPath } from '../fixtures/json-schema'

const above = (folder: string): readonly string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...above(dirname(folder))]

/**
 * The text of a fixture for a file, whose first line leads editors to the schema: in the package as it is installed for
 * the file, or as it will be in the project.
 */
export const withSchemaPath = (text: string, file: string, project = '.'): string => {
  const folder = dirname(resolve(file))
  const hasSchema = (one: string): boolean => existsSync(join(one, fixtureSchemaPath))
  const home = above(folder).find(hasSchema) ?? resolve(project)
  const path = relative(folder, join(home, fixtureSchemaPath)).replaceAll('\\', '/')
  return text.replace(/(?<=^# yaml-language-server: \$schema=).*/, path.startsWith('.') ? path : `./${path}`)
}
