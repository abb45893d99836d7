/** What Stryker leaves alone, as a change of it is noticed elsewhere or says nothing. Each row is a judgement. */

const isCallOf = (path, name) =>
  path?.isCallExpression() === true &&
  path.node.callee.type === 'Identifier' &&
  path.node.callee.name === name

const rules = [
  {
    fits: (path) => isCallOf(path, 'once'),
    why: 'a schema of what is sent or answered: test/http/openapi-answers.test.ts holds real answers against it',
  },
  {
    fits: (path) => path.key === 1 && path.listKey === 'arguments' && isCallOf(path.parentPath, 'documented'),
    why: 'a note for the OpenAPI document: test/http/openapi.test.ts',
  },
  {
    fits: (path) =>
      path.listKey === 'arguments' &&
      path.parentPath.isNewExpression() &&
      /Error$/.test(path.parent.callee.name),
    why: 'the words of an error that only a mistake in the program itself can bring about',
  },
]

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'judged',
    value: { shouldIgnore: (path) => rules.find(({ fits }) => fits(path))?.why },
  },
]
