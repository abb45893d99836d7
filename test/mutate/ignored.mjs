/** What Stryker leaves alone, as a change of it is noticed elsewhere or says nothing. Each row is a judgement. */

const isCallOf = (path, name) =>
  path?.isCallExpression() === true &&
  path.node.callee.type === 'Identifier' &&
  path.node.callee.name === name

const diskCalls = new Set(['closeSync', 'fsyncSync', 'syncFolder'])

const isDiskCall = (node) =>
  node.type === 'ExpressionStatement' &&
  node.expression.type === 'CallExpression' &&
  diskCalls.has(node.expression.callee.name)

const rules = [
  {
    fits: (path) =>
      isCallOf(path, 'once') || (path.isCallExpression() && path.get('callee').toString() === 'z.object'),
    why: 'a schema of what is sent or answered: test/service/http/openapi-answers.test.ts holds real answers against it',
  },
  {
    fits: (path) => isCallOf(path, 'about') || isCallOf(path, 'optional'),
    why: 'a field or a parameter, and its text: test/service/http/openapi.test.ts',
  },
  {
    fits: (path) => path.key === 1 && path.listKey === 'arguments' && isCallOf(path.parentPath, 'documented'),
    why: 'a note for the OpenAPI document: test/service/http/openapi.test.ts',
  },
  {
    fits: (path) =>
      path.listKey === 'arguments' &&
      path.parentPath.isNewExpression() &&
      /Error$/.test(path.parent.callee.name),
    why: 'the words of an error that only a mistake in the program itself can bring about',
  },
  {
    fits: (path) => path.isBlockStatement() && path.node.body.length > 0 && path.node.body.every(isDiskCall),
    why: 'what it waits for is on the disk, or closes a file: only a power failure, or a thousand open files, would tell',
  },
  {
    fits: (path) => path.isIfStatement() && path.get('test').toString() === "process.platform === 'win32'",
    why: 'another system than the one that the tests run on',
  },
]

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'judged',
    value: { shouldIgnore: (path) => rules.find(({ fits }) => fits(path))?.why },
  },
]
