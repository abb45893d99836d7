/**
 * The texts of record fields and of options, for the published types. The OpenAPI document has the former too:
 * this reads the schemas themselves, bundled as they are in the library.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import ts from 'typescript'

const exported = /^export const (\w+(?:Schema(?= = once\()|Record(?= = record<)))/gm

/** The schemas of all records by the names of their tables, such as `chargeRecord`, and the texts of options. */
export async function readSchemas(files) {
  const lines = files.flatMap((file) => {
    const names = [...readFileSync(file, 'utf8').matchAll(exported)].map(([, name]) => name)
    return names.length === 0 ? [] : [`export { ${names.join(', ')} } from './${file}'`]
  })
  lines.push(
    "export * as parts from './src/kernel/schema'",
    "export { globalRegistry } from 'zod/mini'",
    "export { defaultTextOf, optionRows } from './src/options/config'",
  )
  const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-types-'))
  const outfile = join(folder, 'schemas.mjs')
  try {
    const stdin = { contents: lines.join('\n'), resolveDir: resolve('.'), loader: 'ts' }
    await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
    const { parts, globalRegistry, defaultTextOf, optionRows, ...schemas } = await import(
      pathToFileURL(outfile).href
    )
    return {
      optionRows,
      defaultTextOf,
      parts: { ...parts, textOf: (schema) => globalRegistry.get(schema)?.description },
      schemas: new Map(
        Object.entries(schemas).map(([name, schema]) => [name, schema.schema?.() ?? schema()]),
      ),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Puts a text in front of a member, unless it has one. */
export function explain(member, text) {
  if (!text || ts.getSyntheticLeadingComments(member)) return
  const end = text.endsWith('.') ? ' ' : '. '
  ts.addSyntheticLeadingComment(member, ts.SyntaxKind.MultiLineCommentTrivia, `* ${text}${end}`, true)
}

/**
 * Explains the fields of a written type, and within them the fields of theirs. Where a record contains another one, the
 * type names it.
 * @param nameOf the name of the type of a schema, if it has one
 */
export function withTexts(node, given, { partsOf, originOf, textOf }, nameOf) {
  const written = (type, schema) => {
    const name = nameOf(originOf(schema))
    return name && ts.isTypeLiteralNode(type)
      ? ts.factory.createTypeReferenceNode(name)
      : within(type, schema)
  }
  const within = (type, schema) => {
    const { members, items, forms } = partsOf(schema)
    const into = (part, inner) =>
      ts.visitEachChild(type, (child) => (child === part ? written(part, inner) : child))
    if (ts.isTypeLiteralNode(type) && members) return explained(type, members)
    if (ts.isArrayTypeNode(type) && items) return into(type.elementType, items)
    if (ts.isTypeOperatorNode(type)) return into(type.type, schema)
    if (ts.isParenthesizedTypeNode(type)) return into(type.type, schema)
    if (ts.isUnionTypeNode(type) && forms.length === 1) {
      const types = type.types.map((one) => written(one, forms[0]))
      return ts.factory.createUnionTypeNode(types)
    }
    return forms.length === 1 ? written(type, forms[0]) : type
  }
  const explained = (type, members) =>
    ts.factory.createTypeLiteralNode(
      type.members.map((member) => {
        const field = members[member.name?.text]
        if (!field) return member
        const { modifiers, name, questionToken } = member
        const typed = written(member.type, field)
        const made = ts.factory.createPropertySignature(modifiers, name, questionToken, typed)
        explain(made, textOf(field))
        return made
      }),
    )
  return within(node, given)
}
