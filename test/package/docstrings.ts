import ts from 'typescript'

/** A type with a field `object`, `Event`, whose fields depend on its key, and options. */
const isExplained = ({ name, type }: ts.TypeAliasDeclaration): boolean =>
  /^Event$|Options$/.test(name.text) ||
  (ts.isTypeLiteralNode(type) && type.members.some((member) => member.name?.getText() === 'object'))

/** The records and options among the types of a file, each with its fields that have no docstring, at any depth. */
export function undocumented(text: string): ReadonlyMap<string, readonly string[]> {
  const file = ts.createSourceFile('index.d.ts', text, ts.ScriptTarget.ES2022, true)
  const explained = file.statements.filter(ts.isTypeAliasDeclaration).filter(isExplained)
  return new Map(
    explained.map(({ name, type }) => {
      const bare: string[] = []
      const visit = (node: ts.Node): void => {
        if (ts.isPropertySignature(node) && ts.getJSDocCommentsAndTags(node).length === 0)
          bare.push(node.name.getText())
        ts.forEachChild(node, visit)
      }
      visit(type)
      return [name.text, bare]
    }),
  )
}
