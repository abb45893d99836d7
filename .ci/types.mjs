/**
 * Types that read as types: the compiler leaves them as inferred, from schemas that only the library knows. Here each is
 * written out, its fields and options with their texts. They are read from the schemas themselves, bundled for this.
 * The classes of a sandbox become interfaces: only the library makes their objects, and a test of a user may have its own.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'

const sources = readdirSync('src', { recursive: true })
  .filter((file) => /\.ts$/.test(file) && !/^(?:cli|pages|suites|workers)\W/.test(file))
  .map((file) => join('src', file))
const exported = /^export const (\w+(?:Schema(?= = once\()|Record(?= = record<)))/gm
const lines = sources.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(exported)].map(([, name]) => `export { ${name} } from './${file}'`),
)
lines.push(
  "export { noteOf, originOf, partsOf } from './src/kernel/schema'",
  "export { globalRegistry } from 'zod/mini'",
  "export { defaultTextOf, optionRows } from './src/options/config'",
)
const stdin = { contents: lines.join('\n'), resolveDir: resolve('.'), loader: 'ts' }
const { outputFiles } = await build({ stdin, bundle: true, platform: 'node', format: 'esm', write: false })
const bundle = Buffer.from(outputFiles[0].contents).toString('base64')
const { noteOf, originOf, partsOf, globalRegistry, defaultTextOf, optionRows, ...exports } = await import(
  `data:text/javascript;base64,${bundle}`
)
/** The schemas of all records by the names of their tables, such as `chargeRecord`. */
const schemas = new Map(Object.entries(exports).map(([name, given]) => [name, given.schema?.() ?? given()]))

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
const program = ts.createProgram([resolve('dist/.types/src/index.d.ts')], options)
const checker = program.getTypeChecker()
const files = program.getSourceFiles().filter(({ fileName }) => fileName.includes('dist/.types/'))
const inferred = files.flatMap((file) => file.statements.filter(isInferred))
const bySchema = new Map(inferred.map((node) => [schemaOf(node), node]))
for (const file of files) {
  const text = writtenOut(file)
  if (text !== file.text) writeFileSync(file.fileName, text)
}

/** `type Charge = Shown<typeof chargeRecord>` */
function isInferred(node) {
  const isPlain = ts.isTypeAliasDeclaration(node) && !node.typeParameters
  return isPlain && /^(?:Readonly<)?(?:z\.(?:infer|input|output)|Shown)</.test(node.type.getText())
}

/** Where a record contains another one, its type names that one. */
function nameOf(schema) {
  const node = bySchema.get(schema)
  if (!node) return undefined
  const path = ts.factory.createStringLiteral(node.getSourceFile().fileName.replace(/\.d\.ts$/, ''))
  return ts.factory.createImportTypeNode(ts.factory.createLiteralTypeNode(path), undefined, node.name)
}

/** The text of a class as an interface. What it implements is only inherited, with its texts. */
function asInterface({ name, heritageClauses = [], members }) {
  const parents = heritageClauses.flatMap(({ types }) => types)
  const implemented = heritageClauses
    .filter(({ token }) => token === ts.SyntaxKind.ImplementsKeyword)
    .flatMap(({ types }) => types.flatMap((type) => checker.getTypeAtLocation(type).getProperties()))
  const inherited = new Set(implemented.map((property) => property.name))
  const own = members.filter(
    (member) => member.name && !ts.isPrivateIdentifier(member.name) && !inherited.has(member.name.getText()),
  )
  const texts = own.map((member) => member.getFullText().replace(/(?<=^ *)get (\w+)\(\)/m, 'readonly $1'))
  const heritage = parents.length === 0 ? '' : ` extends ${parents.map((type) => type.getText()).join(', ')}`
  return `export interface ${name.text}${heritage} {${texts.join('')}\n}`
}

/** The text of the file, with each inferred type written out. */
function writtenOut(file) {
  let text = file.text
  const replace = (node, written) => {
    text = text.slice(0, node.getStart()) + written + text.slice(node.end)
  }
  for (const node of [...file.statements].reverse()) {
    if (isInferred(node)) replace(node.type, typeOf(node, file))
    else if (ts.isClassDeclaration(node) && /[/]src[/]sandbox[/]/.test(file.fileName))
      replace(node, asInterface(node))
  }
  return text
}

/** The text of an inferred type. */
function typeOf(node, file) {
  const { NoTruncation, MultilineObjectLiterals, InTypeAlias } = ts.NodeBuilderFlags
  const type = checker.getTypeFromTypeNode(node.type)
  const whole = checker.typeToTypeNode(type, node, NoTruncation | MultilineObjectLiterals | InTypeAlias)
  const schema = schemaOf(node)
  if (ts.isTypeLiteralNode(whole) && node.name.text.endsWith('Options')) explainOptions(whole)
  const written = schema ? withTexts(whole, schema) : whole
  return ts.createPrinter().printNode(ts.EmitHint.Unspecified, written, file)
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

/** Puts a text in front of a member, unless it has one. */
function explain(member, text) {
  if (!text || ts.getSyntheticLeadingComments(member)) return
  const end = text.endsWith('.') ? ' ' : '. '
  ts.addSyntheticLeadingComment(member, ts.SyntaxKind.MultiLineCommentTrivia, `* ${text}${end}`, true)
}

/** The text of a field, or of what may be left out. */
function textOf(field) {
  const text = globalRegistry.get(field)?.description ?? noteOf(field)?.description
  return text ?? partsOf(field).forms.map(textOf)[0]
}

/** Explains the fields of a written type, and within them the fields of theirs. */
function withTexts(node, given) {
  const written = (type, schema) => {
    const name = nameOf(originOf(schema))
    return name && ts.isTypeLiteralNode(type) ? name : within(type, schema)
  }
  const within = (type, schema) => {
    const { members, items, forms } = partsOf(schema)
    const into = (part, inner) =>
      ts.visitEachChild(type, (child) => (child === part ? written(part, inner) : child))
    if (ts.isTypeLiteralNode(type) && members) return explained(type, members)
    if (ts.isArrayTypeNode(type) && items) return into(type.elementType, items)
    if (ts.isTypeOperatorNode(type) || ts.isParenthesizedTypeNode(type)) return into(type.type, schema)
    if (type.typeName?.text === 'Readonly') return into(type.typeArguments[0], schema)
    if (ts.isUnionTypeNode(type) && forms.length === 1)
      return ts.factory.createUnionTypeNode(type.types.map((one) => written(one, forms[0])))
    return forms.length === 1 ? written(type, forms[0]) : type
  }
  const explained = (type, members) =>
    ts.factory.createTypeLiteralNode(
      type.members.map((member) => {
        const field = members[member.name?.text]
        if (!field) return member
        const { modifiers, name, questionToken, type } = member
        const made = ts.factory.createPropertySignature(modifiers, name, questionToken, written(type, field))
        explain(made, textOf(field))
        return made
      }),
    )
  return within(node, given)
}
