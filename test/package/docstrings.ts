import ts from 'typescript'

/** A type with a field `object`, and `Event`, whose fields depend on its key. */
const isRecord = ({ name, type }: ts.TypeAliasDeclaration): boolean =>
  name.text === 'Event' ||
  (ts.isTypeLiteralNode(type) && type.members.some((member) => member.name?.getText() === 'object'))

/** The records among the types of a file, each with its fields that have no docstring, at any depth. */
export function undocumented(text: string): ReadonlyMap<string, readonly string[]> {
  const file = ts.createSourceFile('index.d.ts', text, ts.ScriptTarget.ES2022, true)
  const records = file.statements.filter(ts.isTypeAliasDeclaration).filter(isRecord)
  return new Map(
    records.map(({ name, type }) => {
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
