import { expect, test, vi } from 'vitest'
import { FixtureError } from '../../src/fixtures/problems'
import { SandboxError } from '../../src/kernel/sandbox-error'

test('an error of another entry of the package, which has its own copy of the class, is a SandboxError', async () => {
  vi.resetModules()
  // By its address: a mutation run bundles the tests with what they import, and would find the class in the bundle.
  const file = new URL('../../src/kernel/sandbox-error.ts', import.meta.url).href
  const copy: typeof import('../../src/kernel/sandbox-error') = await import(file)
  expect(copy.SandboxError).not.toBe(SandboxError)
  const thrown: unknown = new copy.SandboxError('closed', 'it is closed')
  expect(thrown).toBeInstanceOf(SandboxError)
  expect(thrown).not.toBeInstanceOf(FixtureError)
})

test('a FixtureError is a SandboxError; any other error is none', () => {
  const fixture = new FixtureError('shop.yaml', [])
  expect(fixture).toBeInstanceOf(SandboxError)
  expect(fixture).toBeInstanceOf(FixtureError)
  expect(new SandboxError('closed', 'it is closed')).not.toBeInstanceOf(FixtureError)
  for (const other of [new Error('it is closed'), { name: 'SandboxError' }, undefined])
    expect(other).not.toBeInstanceOf(SandboxError)
})
