import { parseSync, Visitor } from 'rolldown/utils'

type Enter = NonNullable<ConstructorParameters<typeof Visitor>[0]['ArrowFunctionExpression']>
type Arrow = Parameters<Enter>[0]

const asFunction = (text: string, { async: isAsync, params, body, start, end }: Arrow): string => {
  const arrow = text.indexOf('=>', params.at(-1)?.end ?? start)
  const head = text
    .slice(start, arrow)
    .replace(/^async /, '')
    .trimEnd()
  const rest = text.slice(arrow + '=>'.length, end).trimStart()
  const block = body.type === 'BlockStatement' ? rest : `{ return ${rest}; }`
  return `${isAsync ? 'async ' : ''}function${head} ${block}`
}

/**
 * Writes the arrow functions at the top level as functions. V8 skips the body of a function until it is called, but
 * reads that of an arrow function in full if it is inside of a function, as all that is required is. There, `this` and
 * `arguments` are nothing that modules use.
 */
export const withFunctions = (text: string): string => {
  const arrows: Arrow[] = []
  let depth = 0
  const enter = (): void => {
    depth += 1
  }
  const leave = (): void => {
    depth -= 1
  }
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ClassBody: enter,
    'ClassBody:exit': leave,
    ArrowFunctionExpression: (arrow) => {
      if (depth === 0) arrows.push(arrow)
      enter()
    },
    'ArrowFunctionExpression:exit': leave,
  }).visit(parseSync('part.js', text).program)
  const pieces = arrows.flatMap((arrow, n) => [
    text.slice(arrows[n - 1]?.end ?? 0, arrow.start),
    asFunction(text, arrow),
  ])
  return `${pieces.join('')}${text.slice(arrows.at(-1)?.end ?? 0)}`
}
