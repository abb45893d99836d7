/** The examples, each in a copy of its folder with the packed package installed, started as its README says. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeProject, patience, root, run } from './packed'

const examples = join(root, 'examples')

interface Manifest {
  readonly private: boolean
  readonly scripts: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(examples, name, 'package.json'), 'utf8'))

const programs: Readonly<Record<string, string>> = {
  'vitest run': 'node_modules/vitest/vitest.mjs run',
  jest: 'node_modules/jest/bin/jest.js',
}

it.each([
  ['vitest-checkout', / {2}Tests +12 passed/],
  ['jest-checkout', /Tests: +10 passed/],
])(
  'the tests of %s pass',
  async (name, passed) => {
    const { scripts, devDependencies } = manifestOf(name)
    expect(Object.keys(devDependencies)).toContain('payment-sandbox')
    const program = programs[scripts.test ?? '']?.split(' ') ?? []
    const project = await makeProject({ from: join(examples, name) })
    expect(await run(process.execPath, program, { cwd: project })).toMatch(passed)
  },
  patience,
)

it('every example that installs packages names the released package and is not published itself', () => {
  const withManifest = readdirSync(examples).filter((name) =>
    readdirSync(join(examples, name)).includes('package.json'),
  )
  expect(withManifest).toEqual(expect.arrayContaining(['jest-checkout', 'vitest-checkout']))
  for (const name of withManifest) expect(manifestOf(name).private, name).toBe(true)
})
