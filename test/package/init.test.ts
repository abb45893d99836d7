/** What `payment-sandbox init` writes into a project passes there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { makeProject, patience, runLine } from './packed'

vi.setConfig({ testTimeout: patience })

const commands = { vitest: 'vitest run', jest: 'jest' } as const

it.each([
  ['vitest', 'module', [], /Tests +2 passed/],
  ['vitest', 'module', ['--omise'], /Tests +2 passed/],
  ['jest', 'commonjs', [], /Tests: +2 passed/],
  ['jest', 'commonjs', ['--omise'], /Tests: +2 passed/],
  ['jest', 'module', [], /Tests: +2 passed/],
] as const)('init: its tests pass under %s in a %s project with %j', async (runner, type, flags, passed) => {
  const manifest = { private: true, type, devDependencies: { [runner]: '*', 'payment-sandbox': '*' } }
  const cwd = await makeProject({ files: { 'package.json': JSON.stringify(manifest) } })
  await runLine(`payment-sandbox init ${flags.join(' ')}`, { cwd })
  const [, schema = ''] = /\$schema=(\S+)/.exec(readFileSync(join(cwd, 'fixtures/shop.yaml'), 'utf8')) ?? []
  expect(existsSync(join(cwd, 'fixtures', schema))).toBe(true)
  expect(await runLine(commands[runner], { cwd })).toMatch(passed)
  expect(await runLine('payment-sandbox fixtures validate fixtures/shop.yaml', { cwd })).toContain(
    'fixtures/shop.yaml is valid: 1 customer, 1 card, 1 charge',
  )
})
