/** What a file of TypeScript or JavaScript imports and uses, by its syntax. */
import ts from 'typescript'

const { SyntaxKind } = ts

/** What the rules look at, of a million nodes. */
const kinds = {
  imports: new Set([
    SyntaxKind.ImportDeclaration,
    SyntaxKind.ExportDeclaration,
    SyntaxKind.ExternalModuleReference,
    SyntaxKind.ImportType,
    SyntaxKind.CallExpression,
  ]),
  literals: new Set([
    SyntaxKind.StringLiteral,
    SyntaxKind.NoSubstitutionTemplateLiteral,
    SyntaxKind.RegularExpressionLiteral,
    SyntaxKind.TemplateHead,
    SyntaxKind.TemplateMiddle,
    SyntaxKind.TemplateTail,
    SyntaxKind.JsxText,
  ]),
  calls: new Set([SyntaxKind.CallExpression, SyntaxKind.NewExpression]),
  functions: new Set([
    SyntaxKind.FunctionDeclaration,
    SyntaxKind.FunctionExpression,
    SyntaxKind.ArrowFunction,
    SyntaxKind.MethodDeclaration,
    SyntaxKind.Constructor,
    SyntaxKind.GetAccessor,
    SyntaxKind.SetAccessor,
  ]),
}

export const only = (nodes: readonly ts.Node[], which: keyof typeof kinds): readonly ts.Node[] => {
  const wanted: ReadonlySet<ts.SyntaxKind> = kinds[which]
  return nodes.filter(({ kind }) => wanted.has(kind))
}

/** The node and all within it, in the order of the text. */
export function nodesOf(node: ts.Node, found: ts.Node[] = []): readonly ts.Node[] {
  found.push(node)
  ts.forEachChild(node, (child) => void nodesOf(child, found))
  return found
}

export interface Import {
  offset: number
  from: string
  isType: boolean
}

const loads = (callee: ts.Expression): boolean =>
  callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')

const isOfTypes = ({ importClause }: ts.ImportDeclaration): boolean =>
  importClause?.phaseModifier === SyntaxKind.TypeKeyword

/** What a file of JavaScript imports, and the names that it uses, with a dot where it takes a property of them and a bracket where it calls them: not the words in its texts and comments. */
export function usesOf(text: string): {
  readonly imports: readonly string[]
  readonly names: ReadonlySet<string>
} {
  const tree = ts.createSourceFile('bundle.js', text, ts.ScriptTarget.Latest, true)
  const nodes = nodesOf(tree)
  const names = nodes.flatMap((node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) return [`${node.expression.text}(`]
    if (ts.isMetaProperty(node)) return ['import.meta']
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression))
      return [`${node.expression.text}.`]
    return ts.isIdentifier(node) ? [node.text] : []
  })
  return { imports: importsOf(tree, nodes).map(({ from }) => from), names: new Set(names) }
}

/** Static, re-exporting, dynamic, required and type-only: all of them are dependencies. */
export function importsOf(tree: ts.SourceFile, nodes: readonly ts.Node[]): Import[] {
  const found: Import[] = []
  const add = (node: ts.Node | undefined, isType = false): void => {
    if (node && ts.isStringLiteralLike(node))
      found.push({ offset: node.getStart(tree), from: node.text, isType })
  }
  for (const node of only(nodes, 'imports')) {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isOfTypes(node))
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isExternalModuleReference(node)) add(node.expression)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true)
    else if (ts.isCallExpression(node) && loads(node.expression)) add(node.arguments[0])
  }
  return found
}
