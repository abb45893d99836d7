import { expect, test } from 'vitest'
import { controlRoutes } from '../../src/pages/routes'
import { controlCalls } from '../bench/control-calls'

/** Only a server with hosts of its own answers it, by reading one file. */
const without = ['GET /authority']

test('the bench measures how each operation of the control plane grows with records', () => {
  // One path may have an operation for programs and a page for people.
  const there = new Set(controlRoutes().map(({ method, path }) => `${method.toUpperCase()} ${path}`))
  for (const name of without) there.delete(name)
  expect(Object.keys(controlCalls).sort()).toEqual([...there].sort())
})
