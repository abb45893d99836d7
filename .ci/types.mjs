/**
 * Types that read as types: the second half of `npm run build`. The bundler leaves them as inferred, from
 * schemas that only the library knows. Here each is written out, options with their help texts,
 * and unused declarations are removed.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { explain, readSchemas, withTexts } from './field-texts.mjs'

const sources = readdirSync('src/service/resources', { recursive: true })
  .filter((file) => /(?:nested|record|schema)\.ts$/.test(file))
  .map((file) => join('src/service/resources', file))
const { parts, schemas, optionRows, defaultTextOf } = await readSchemas(sources)

for (const name of ['index', 'webhooks']) write(`dist/${name}.d.ts`)
// The sources of the type bundles.
rmSync('dist/.types', { recursive: true })

/** Rewrites one file of types, and puts a copy beside it for CommonJS. */
function write(path) {
  const statements = needed(parse(path, writtenOut(path)))
  const foreign = statements.find(ts.isImportDeclaration)
  if (foreign) throw new Error(`${path}: a type of the surface needs what ${foreign.getText()} brings`)
  const text = statements.map((node) => node.getFullText()).join('')
  for (const end of ['.d.ts', '.d.cts']) writeFileSync(path.replace(/\.d\.ts$/, end), `${text.trim()}\n`)
}

function parse(path, text = readFileSync(path, 'utf8')) {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
}

/** `type Charge = Shown<typeof chargeRecord>` */
function isInferred(node) {
  return ts.isTypeAliasDeclaration(node) && /^(?:z\.(?:infer|input|output)|Shown)</.test(node.type.getText())
}

/** The text of the file, with each inferred type written out. */
function writtenOut(path) {
  const program = ts.createProgram([path], {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node'],
    skipLibCheck: true,
  })
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(path)
  const printer = ts.createPrinter()
  const names = new Map(file.statements.filter(isInferred).map((node) => [schemaOf(node), node.name.text]))
  const { NoTruncation, MultilineObjectLiterals, InTypeAlias } = ts.NodeBuilderFlags
  const written = file.statements.filter(isInferred).map((node) => {
    const type = checker.getTypeFromTypeNode(node.type)
    const whole = checker.typeToTypeNode(type, node, NoTruncation | MultilineObjectLiterals | InTypeAlias)
    const schema = schemaOf(node)
    if (ts.isTypeLiteralNode(whole) && node.name.text.endsWith('Options')) explainOptions(whole)
    const described = schema ? withTexts(whole, schema, parts, (inner) => names.get(inner)) : whole
    const printed = printer.printNode(ts.EmitHint.Unspecified, described, file)
    return { start: node.type.getStart(), end: node.type.end, text: printed }
  })
  return [...written, ...eventTexts(file)]
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, ...edit }) => text.slice(0, start) + edit.text + text.slice(end),
      file.getFullText(),
    )
}

/** The fields of an event whose types depend on its key are not inferred: their texts are put in front of them. */
function eventTexts(file) {
  const { members } = parts.partsOf(schemas.get('eventRecord'))
  const edits = []
  const visit = (node) => {
    if (ts.isPropertySignature(node)) {
      const start = node.getStart()
      edits.push({ start, end: start, text: `/** ${parts.textOf(members[node.name.getText()])}. */ ` })
    }
    ts.forEachChild(node, visit)
  }
  visit(file.statements.find((node) => ts.isTypeAliasDeclaration(node) && node.name.text === 'Event'))
  return edits
}

/** Explains options and their parts, whose texts are listed by path, such as `webhooks.retry`. */
function explainOptions(type, path = '') {
  const visit = (node, at) => {
    if (ts.isTypeLiteralNode(node)) explainOptions(node, at)
    else ts.forEachChild(node, (child) => visit(child, at))
  }
  for (const member of type.members) {
    const own = `${path}${member.name.text}`
    explain(member, optionText(own))
    visit(member.type, `${own}.`)
  }
}

/** The text of an option, and its default. */
function optionText(path) {
  const [, name, part] = /^(\w+)(?:\.(.*))?$/.exec(path)
  const row = optionRows[name]
  const text = part ? row?.parts?.[part] : row?.text
  const sentence = text && `${text[0].toUpperCase()}${text.slice(1)}.`
  return row && !part ? `${sentence} Default: ${defaultTextOf(row)}.` : sentence
}

/** The schema that a type is inferred from; undefined if it is not the schema of a record. */
function schemaOf(node) {
  return schemas.get(/typeof (\w+)>/.exec(node.type.getText())?.[1])
}

/** The declarations that an export leads to, by their names. */
function needed(file) {
  const byName = new Map(file.statements.flatMap((node) => namesOf(node).map((name) => [name, node])))
  const kept = new Set()
  const keep = (node) => {
    if (kept.has(node)) return
    kept.add(node)
    const visit = (part) => {
      if (ts.isIdentifier(part) && !isMemberName(part) && byName.has(part.text)) keep(byName.get(part.text))
      ts.forEachChild(part, visit)
    }
    visit(node)
  }
  for (const node of file.statements) if (ts.isExportDeclaration(node)) keep(node)
  return file.statements.filter((node) => kept.has(node))
}

/** A field is not a declaration of the same name. */
function isMemberName(node) {
  return ts.isPropertySignature(node.parent) && node.parent.name === node
}

function namesOf(node) {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.map(({ name }) => name.getText())
  if (!ts.isImportDeclaration(node)) return node.name ? [node.name.text] : []
  const { name, namedBindings } = node.importClause ?? {}
  const bound = namedBindings?.elements ?? [namedBindings]
  return [name, ...bound.map((each) => each?.name)].flatMap((each) => (each ? [each.text] : []))
}
