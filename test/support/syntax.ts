/** What a file of JavaScript imports and uses, by its syntax. */
import ts from 'typescript'

/** The node and all within it, in the order of the text. */
function nodesOf(node: ts.Node, found: ts.Node[] = []): readonly ts.Node[] {
  found.push(node)
  ts.forEachChild(node, (child) => void nodesOf(child, found))
  return found
}

const loads = (callee: ts.Expression): boolean =>
  callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')

/** Static, re-exporting, dynamic and required: all of them are dependencies. */
const importOf = (node: ts.Node): readonly string[] => {
  const isStatic = ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
  const name = isStatic
    ? node.moduleSpecifier
    : ts.isCallExpression(node) && loads(node.expression)
      ? node.arguments[0]
      : undefined
  return name !== undefined && ts.isStringLiteralLike(name) ? [name.text] : []
}

const namesIn = (node: ts.Node): readonly string[] => {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) return [`${node.expression.text}(`]
  if (ts.isMetaProperty(node)) return ['import.meta']
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression))
    return [`${node.expression.text}.`]
  return ts.isIdentifier(node) ? [node.text] : []
}

/**
 * What the text imports, and the names that it uses, with a dot where it takes a property of them and a bracket where it
 * calls them: not the words in its texts and comments.
 */
export const usesOf = (
  text: string,
): { readonly imports: readonly string[]; readonly names: ReadonlySet<string> } => {
  const nodes = nodesOf(ts.createSourceFile('bundle.js', text, ts.ScriptTarget.Latest, true))
  return { imports: nodes.flatMap(importOf), names: new Set(nodes.flatMap(namesIn)) }
}
