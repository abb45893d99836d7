/** `payment-sandbox init`: a fixture, a config file and a test for a project. `test/package/init.test.ts` runs them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { configFileOf } from '../../../src/cli/config-file'
import { createSandbox } from '../../../src/index'
import { testCards } from '../../../src/sandbox/actions/token'
import { temporaryFolder } from '../../support/folder'
import { inside } from '../inside'

interface Case {
  readonly title: string
  readonly manifest?: object
  readonly also?: string
  readonly test: string
  readonly says: RegExp
}

const cases: readonly Case[] = [
  {
    title: 'without a package.json, a test for vitest',
    test: 'test/payments.test.js',
    says: / {2}npm install --save-dev payment-sandbox vitest\n {2}npx vitest run\n/,
  },
  {
    title: 'beside a tsconfig.json, a test in TypeScript',
    manifest: { devDependencies: { vitest: '^4.0.0' } },
    also: 'tsconfig.json',
    test: 'test/payments.test.ts',
    says: / {2}npm install --save-dev payment-sandbox\n {2}npx vitest run\n/,
  },
  {
    title: 'where package.json has Jest, a test for Jest',
    manifest: { devDependencies: { jest: '^30.0.0', 'payment-sandbox': '^0.1.0' } },
    test: 'test/payments.test.js',
    says: /:\n {2}npx jest\n {2}npx payment-sandbox\n/,
  },
  {
    title: 'for Jest in a project of ES modules, a file that says that it is CommonJS',
    manifest: { type: 'module', dependencies: { jest: '^30.0.0' } },
    test: 'test/payments.test.cjs',
    says: /npx jest\n/,
  },
  {
    title: 'for an older Jest there, which skips such files, how to run it',
    manifest: { type: 'module', dependencies: { jest: '^29.7.0' } },
    test: 'test/payments.test.cjs',
    says: / {2}npx jest --testMatch '\*\*\/\*\.test\.cjs'\n/,
  },
  {
    title: 'where package.json has both, a test for vitest that Jest must not run',
    manifest: { devDependencies: { jest: '^30.0.0', vitest: '^4.0.0' } },
    test: 'test/payments.test.js',
    says: /are for vitest: keep Jest out of test \(testPathIgnorePatterns\)\.\n[\s\S]*npx vitest run/,
  },
]

it.each(cases)('init writes, $title, and says what it wrote', async ({ manifest, also, test, says }) => {
  const folder = temporaryFolder()
  if (manifest !== undefined) writeFileSync(`${folder}/package.json`, JSON.stringify(manifest))
  if (also !== undefined) writeFileSync(`${folder}/${also}`, '{}')
  const { code, stdout, stderr } = await inside(['init', folder])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  for (const path of ['payment-sandbox.config.yaml', 'fixtures/shop.yaml', test]) {
    expect(existsSync(`${folder}/${path}`), path).toBe(true)
    expect(stdout).toContain(`wrote ${path} `)
  }
  expect(stdout).toMatch(says)
})

it('init writes the test where the tests are', async () => {
  const folder = temporaryFolder()
  mkdirSync(`${folder}/tests`)
  await inside(['init', folder])
  expect(readdirSync(`${folder}/tests`)).toEqual(['payments.test.js'])
})

it('the config file and the fixture that init writes are valid', async () => {
  const folder = temporaryFolder()
  await inside(['init', folder])
  const file = configFileOf({ config: `${folder}/payment-sandbox.config.yaml` }, {})
  expect(file).toEqual({ fixtures: [`${folder}/fixtures/shop.yaml`] })
  const sandbox = createSandbox({ fixtures: [`${folder}/fixtures/shop.yaml`] })
  expect(sandbox.charges.list()).toMatchObject([{ amount: 100_000, status: 'successful' }])
  await sandbox.close()
})

it.each([
  ['that is still to be installed', 'shop', '../'],
  ['installed in the project', '', '../'],
  ['installed in a folder above it', 'packages/shop', '../../../'],
])('the fixture that init writes names the schema of the package, %s', async (where, project, path) => {
  const root = temporaryFolder()
  const schema = 'node_modules/payment-sandbox/fixtures/schema.json'
  mkdirSync(`${root}/${project}`, { recursive: true })
  if (where.startsWith('installed')) {
    mkdirSync(dirname(`${root}/${schema}`), { recursive: true })
    writeFileSync(`${root}/${schema}`, '{}')
  }
  await inside(['init', `${root}/${project}`])
  const [line] = readFileSync(`${root}/${project}/fixtures/shop.yaml`, 'utf8').split('\n')
  expect(line).toBe(`# yaml-language-server: $schema=${path}${schema}`)
})

it('init overwrites nothing without --force', async () => {
  const folder = temporaryFolder()
  const file = `${folder}/payment-sandbox.config.yaml`
  writeFileSync(file, 'port: 4211')
  expect(await inside(['init', folder])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'payment-sandbox: payment-sandbox.config.yaml exists, and nothing was written: overwrite with --force\n',
  })
  expect(readdirSync(folder)).toEqual(['payment-sandbox.config.yaml'])
  expect((await inside(['init', folder, '--force'])).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('fixtures:')
  expect((await inside(['init', folder])).stderr).toContain(
    'config.yaml, fixtures/shop.yaml, test/payments.test.js exist, and nothing',
  )
})

it('init leaves a project the config file that it has, under its name', async () => {
  const folder = temporaryFolder()
  writeFileSync(`${folder}/payment-sandbox.config.json`, '{ "port": 4211 }')
  const { stdout } = await inside(['init', folder])
  expect(stdout).not.toContain('config')
  expect(readdirSync(folder).sort()).toEqual(['fixtures', 'payment-sandbox.config.json', 'test'])
})

it('init refuses a package.json that cannot be read, and a folder that cannot be made', async () => {
  const folder = temporaryFolder()
  writeFileSync(`${folder}/package.json`, '{')
  expect((await inside(['init', folder])).stderr).toMatch(
    /^payment-sandbox: cannot read \S+package\.json \(.+\), and/,
  )
  const within = await inside(['init', `${folder}/package.json/shop`])
  expect(within).toMatchObject({ code: 1, stdout: '' })
  expect(within.stderr).toMatch(
    /^payment-sandbox: cannot make the folder of \S+ \(.+\): name another folder\n$/,
  )
})

// `payment-sandbox init --agents`: a section of AGENTS.md.

const begin = '<!-- payment-sandbox -->'
const end = '<!-- /payment-sandbox -->'

const write = async (before?: string) => {
  const folder = temporaryFolder()
  const file = `${folder}/AGENTS.md`
  if (before !== undefined) writeFileSync(file, before)
  const ended = await inside(['init', folder, '--agents'])
  return { ...ended, folder, file, after: existsSync(file) ? readFileSync(file, 'utf8') : null }
}

it('writes AGENTS.md and nothing else, in at most 40 lines', async () => {
  const { code, stderr, folder, after } = await write()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(readdirSync(folder)).toEqual(['AGENTS.md'])
  expect(after?.startsWith(`${begin}\n`)).toBe(true)
  expect(after?.endsWith(`${end}\n`)).toBe(true)
  expect(after?.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
})

it('says what is true: keys, test cards, and paths of the control plane', async () => {
  const { after } = await write()
  for (const text of [
    'skey_test_sandbox',
    'pkey_test_sandbox',
    '/faults',
    '/clock',
    '/deliveries',
    'explore',
    'compare',
  ])
    expect(after).toContain(text)
  const named = [...(after ?? '').matchAll(/(\d{16}) ([a-z_]+_[a-z_]+)/g)]
  expect(named.length).toBeGreaterThan(3)
  for (const [, number, outcome = ''] of named) expect(testCards().get(outcome)).toBe(number)
})

it.each([
  ['without a section', '# Ours\r\n\r\nText without an end'],
  ['with an older section', `# Ours\r\n${begin}\nold\n${end}\r\n\r\nMore, ไทย\t `],
  ['that is empty', ''],
])('keeps the rest of a file %s byte for byte, and changes nothing the second time', async (_, before) => {
  const { file, after, folder } = await write(before)
  const [, rest] = before.split(end)
  expect(after?.startsWith(before.split(begin)[0] ?? '')).toBe(true)
  if (rest !== undefined) expect(after?.endsWith(`${end}${rest}`)).toBe(true)
  expect(after).not.toContain('\nold\n')
  const again = await inside(['init', folder, '--agents'])
  expect(again).toMatchObject({ code: 0, stdout: `${file} is up to date\n` })
  expect(readFileSync(file, 'utf8')).toBe(after)
})

it.each([
  ['one mark', `a\n${begin}\nb`],
  ['the other mark', `a\n${end}\nb`],
  ['marks in the wrong order', `${end}\n${begin}`],
  ['two sections', `${begin}\n${end}\n${begin}\n${end}\n`],
])('refuses a file with %s, and leaves it as it is', async (_, before) => {
  const { code, stdout, stderr, after } = await write(before)
  expect({ code, stdout, after }).toEqual({ code: 1, stdout: '', after: before })
  expect(stderr).toMatch(
    /^payment-sandbox: \S+AGENTS\.md has no pair of .*: fix the two marks, or remove both\n$/,
  )
})

it('refuses an AGENTS.md that is no file', async () => {
  const folder = temporaryFolder()
  mkdirSync(`${folder}/AGENTS.md`)
  expect((await inside(['init', folder, '--agents'])).stderr).toMatch(
    /cannot read \S+AGENTS\.md \(.+\), and nothing/,
  )
})

// `payment-sandbox init --skill`: a skill for coding agents.

it.each([
  ['.agents/skills', [], []],
  ['.claude/skills', ['.claude/skills'], []],
  ['.agents/skills', [], ['--omise']],
])('writes a skill into %s and nothing else, in at most 120 lines', async (skills, named, more) => {
  const folder = temporaryFolder()
  const args = ['init', folder, ...more, '--skill', ...named]
  const { code, stdout, stderr } = await inside(args)
  const file = join(folder, skills, 'payment-sandbox', 'SKILL.md')
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: `wrote ${file}, a skill for coding agents\n`,
    stderr: '',
  })
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  expect(files.map(({ name }) => name)).toEqual(['SKILL.md'])
  const text = readFileSync(file, 'utf8')
  expect(text.split('\n').length).toBeLessThanOrEqual(120)
  const [, front = '', body = ''] = text.split(/^---\n/m)
  const { name, description } = parse(front)
  expect(name).toBe('payment-sandbox')
  expect(description).toMatch(/\bUse when\b/)
  expect(description.length).toBeLessThanOrEqual(1024)
  // Each command that it names is one, and each card does what it says.
  const commands = [...body.matchAll(/npx payment-sandbox(?: --[\w-]+ \w+)* ([a-z][\w-]*)/g)].map(
    ([, one]) => one,
  )
  expect(new Set(commands)).toEqual(
    new Set(['mcp', 'exec', 'init', 'docs', 'explore', 'check-webhook', 'trigger', 'clock']),
  )
  for (const [, number, outcome = ''] of body.matchAll(/(\d{16}) ([a-z_]+_[a-z_]+)/g))
    expect(testCards().get(outcome)).toBe(number)
  expect(body.includes('--profile omise --webhook')).toBe(more.length > 0)

  expect((await inside(args)).stdout).toBe(`${file} is up to date\n`)
  writeFileSync(file, 'ours')
  const refused = await inside(args)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('has another text, and nothing was written: overwrite it with --force')
  expect((await inside([...args, '--force'])).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

it('writes the section of AGENTS.md too, which names the skill, and refuses a folder that is a file', async () => {
  const folder = temporaryFolder()
  expect((await inside(['init', folder, '--agents', '--skill'])).code).toBe(0)
  expect(readdirSync(folder).sort()).toEqual(['.agents', 'AGENTS.md'])
  expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toContain('.agents/skills/payment-sandbox/SKILL.md')
  writeFileSync(join(folder, 'file'), '')
  const { code, stderr } = await inside(['init', folder, '--skill', 'file'])
  expect(code).toBe(1)
  expect(stderr).toMatch(/cannot make the folder of \S+SKILL\.md \(.+\): name another folder/)
})
