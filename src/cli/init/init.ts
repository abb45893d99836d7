import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixtureSchemaPath } from '../../fixtures/write'
import { Failure, type Given } from '../command-line'
import { configFileNames } from '../config-file'
import { saveInProject, withSchemaPath } from '../saving'
import { columns, terminalOf } from '../terminal'
import { writeAgentsFile } from './agents-file'
import { dependenciesOf, manifestIn, omiseClientIn } from './omise-client'
import { skillsFolder, writeSkillFile } from './skill-file'

/** The files that `payment-sandbox init` writes into a project. */

type Runner = 'vitest' | 'jest'

const starterConfig = (
  isOmise: boolean,
): string => `# Options of payment-sandbox; payment-sandbox docs options lists all.
${isOmise ? '# Answers as Omise does.\nprofile: omise\n' : ''}fixtures: [./fixtures/shop.yaml]
# What your app has in its .env: its keys, where its webhooks go, and their secret.
# publicKey: pkey_test_...
# secretKey: skey_test_...
# webhook: http://127.0.0.1:3000/webhooks
# webhookSecret: ...
`

const starterFixture = `# yaml-language-server: $schema=../${fixtureSchemaPath}
customers:
  - { as: somchai, email: somchai@example.com, cards: ['4242424242424242'] }
charges:
  - { as: order, amount: 100000, currency: thb, customer: somchai, at: -1d }
`

const opening: { readonly [runner in Runner]: (options: string) => string } = {
  vitest: (options) => `import { createTest, expect } from 'payment-sandbox/vitest'

const test = createTest(${options})
`,
  jest: (options) => `const { useSandbox } = require('payment-sandbox/jest')

const sandbox = useSandbox(${options})
`,
}

const withFixture = "{ fixtures: ['./fixtures/shop.yaml'] }"

/** The client of the project calls these hosts, and they choose the profile. */
const withHosts = "{ intercept: 'omise', fixtures: ['./fixtures/shop.yaml'] }"

/** How each profile shows a decline. */
const declined = {
  spec: "  await expect(charge).toBeDeclinedWith('insufficient_fund')",
  omise: `  // A decline is a charge that failed, with status 200.
  expect((await charge).status).toBe(200)
  await expect(charge).toBeDeclinedWith('insufficient_fund')`,
}

/** One test, with calls by \`fetch\`: the project replaces them with its own code. */
const starterTest = (runner: Runner, isOmise: boolean): string => {
  const given = runner === 'vitest' ? '{ sandbox }' : ''
  return `${opening[runner](isOmise ? withHosts : withFixture)}
test('a card without funds is declined', async (${given}) => {
  // Replace this request by the code of your shop${isOmise ? ': its calls of api.omise.co reach the sandbox' : ''}.
  const charge = sandbox.fetch('/charges', {
    method: 'POST',
    headers: { authorization: sandbox.authorization.secret },
    body: new URLSearchParams({
      amount: '100000',
      currency: 'thb',
      card: sandbox.token('insufficient_fund').id,
    }),
  })
${declined[isOmise ? 'omise' : 'spec']}
})

test('the order of the fixture was paid with the saved card', (${given}) => {
  const paid = { status: 'successful', amount: 100000, card: { last_digits: '4242' } }
  expect(sandbox.named('order')).toMatchObject(paid)
})
`
}

/** What `package.json` says about the tests of the project. */
interface Project {
  readonly runner: Runner
  /** Whether it has vitest and Jest. */
  readonly hasBoth: boolean
  /** Whether its JavaScript files are ES modules. */
  readonly isModule: boolean
  /** Whether its Jest finds no tests in `.cjs` files by itself, as before Jest 30. */
  readonly isOldJest: boolean
  /** The packages that are still to be installed. */
  readonly missing: readonly string[]
}

const projectIn = (folder: string): Project => {
  const manifest = manifestIn(folder)
  const named = dependenciesOf(manifest)
  const has = (name: string): boolean => Object.hasOwn(named, name)
  const runner = has('jest') && !has('vitest') ? 'jest' : 'vitest'
  return {
    runner,
    hasBoth: has('jest') && has('vitest'),
    isModule: manifest.type === 'module',
    isOldJest: /^\D*[12]\d\b/.test(String(named.jest)),
    missing: ['payment-sandbox', runner].filter((name) => !has(name)),
  }
}

/** vitest reads ES modules from any file. Jest takes CommonJS: with the extension `.cjs` in a project of ES modules. */
const testName = (folder: string, { runner, isModule }: Project): string => {
  if (runner === 'jest') return `payments.test.${isModule ? 'cjs' : 'js'}`
  return `payments.test.${existsSync(join(folder, 'tsconfig.json')) ? 'ts' : 'js'}`
}

const configName = 'payment-sandbox.config.yaml'

type StarterFile = readonly [path: string, about: string, text: string]

const configFor = (isOmise: boolean): StarterFile => [
  configName,
  `the options of payment-sandbox${isOmise ? ': profile omise' : ''}`,
  starterConfig(isOmise),
]

const lacksProfile = (folder: string, config: string): boolean =>
  !/\bprofile\b/.test(readFileSync(join(folder, config), 'utf8'))

/**
 * Writes a fixture, a config file and a test into a project. Overwrites nothing without --force; another config file stays.
 * With --agents and --skill it writes the section of AGENTS.md and the skill, and nothing else.
 */
export const init = async ({ words = [], flags }: Given): Promise<void> => {
  const [folder = '.'] = words
  const isForOmise = flags.omise === true
  if (flags.agents === true) await writeAgentsFile(folder, isForOmise)
  if (flags.skill !== undefined) {
    const skills = typeof flags.skill === 'string' ? flags.skill : skillsFolder
    await writeSkillFile(folder, skills, { isOmise: isForOmise, isForced: flags.force === true })
  }
  if (flags.agents === true || flags.skill !== undefined) return
  const project = projectIn(folder)
  const client = omiseClientIn(folder)
  const isOmise = isForOmise || client !== null
  const tests = existsSync(join(folder, 'tests')) ? 'tests' : 'test'
  const otherConfig = configFileNames.find((name) => name !== configName && existsSync(join(folder, name)))
  const files: readonly StarterFile[] = [
    ...(otherConfig === undefined ? [configFor(isOmise)] : []),
    ['fixtures/shop.yaml', 'a fixture: the records to start with', starterFixture],
    [
      `${tests}/${testName(folder, project)}`,
      `two tests for ${project.runner}`,
      starterTest(project.runner, isOmise),
    ],
  ]
  const there = files.map(([path]) => path).filter((path) => existsSync(join(folder, path)))
  const reason = client === null ? '--omise is given' : `${client} names a client of Omise`
  const toAdd = (config: string): string =>
    `add ${config.endsWith('.json') ? '"profile": "omise"' : 'profile: omise'} to ${config}, because ${reason}`
  if (there.length > 0 && flags.force !== true)
    throw new Failure(
      `${there.join(', ')} ${there.length === 1 ? 'exists' : 'exist'}, and nothing was written: overwrite with --force` +
        (isOmise && there.includes(configName) && lacksProfile(folder, configName)
          ? `, or ${toAdd(configName)}`
          : ''),
    )
  for (const [path, , text] of files) {
    const file = join(folder, path)
    await saveInProject(file, withSchemaPath(text, file, folder))
  }
  const { write: print } = terminalOf(process.stdout, process.env)
  print(columns(files.map(([path, about]) => [`wrote ${path}`, about])))
  if (isOmise && otherConfig === undefined) print(`\nThe profile is omise, because ${reason}.\n`)
  if (isOmise && otherConfig !== undefined && lacksProfile(folder, otherConfig))
    print(`\nFor answers as Omise gives them, ${toAdd(otherConfig)}.\n`)
  if (project.hasBoth)
    print(
      `\nThe project has vitest and Jest, and these tests are for vitest: keep Jest out of ${tests} (testPathIgnorePatterns).\n`,
    )
  print(`\nNext${folder === '.' ? '' : `, in ${folder}`}:\n${nextSteps(project).join('\n')}\n`)
}

const nextSteps = ({ runner, isModule, isOldJest, missing }: Project): readonly string[] => [
  ...(missing.length === 0 ? [] : [`  npm install --save-dev ${missing.join(' ')}`]),
  `  npx ${runner === 'vitest' ? 'vitest run' : isModule && isOldJest ? "jest --testMatch '**/*.test.cjs'" : 'jest'}`,
  '  npx payment-sandbox',
]
