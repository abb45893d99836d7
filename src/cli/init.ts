import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fixtureSchemaPath } from '../fixtures/write'
import { isObject } from '../kernel/json'
import { errorMessage } from '../kernel/sandbox-error'
import { configFileNames } from './config-file'
import { Failure, type Given } from './given'
import { saveFile, withSchemaPath } from './saving'
import { columns, terminalOf } from './terminal'

/** The files that `payment-sandbox init` writes into a project. */

type Runner = 'vitest' | 'jest'

const starterConfig = `# Options of payment-sandbox, which payment-sandbox docs options lists.
fixtures: [./fixtures/shop.yaml]
# webhook: http://127.0.0.1:3000/webhooks
`

const starterFixture = `# yaml-language-server: $schema=../${fixtureSchemaPath}
customers:
  - { as: somchai, email: somchai@example.com, cards: ['4242424242424242'] }
charges:
  - { as: order, amount: 100000, currency: thb, customer: somchai, at: -1d }
`

const opening: { readonly [runner in Runner]: string } = {
  vitest: `import { createTest, expect } from 'payment-sandbox/vitest'

const test = createTest({ fixtures: ['./fixtures/shop.yaml'] })
`,
  jest: `const { useSandbox } = require('payment-sandbox/jest')

const sandbox = useSandbox({ fixtures: ['./fixtures/shop.yaml'] })
`,
}

/** One test, with calls by \`fetch\`: the project replaces them with its own code. */
const starterTest = (runner: Runner): string => {
  const given = runner === 'vitest' ? '{ sandbox }' : ''
  return `${opening[runner]}
test('a card without funds is declined', async (${given}) => {
  // Replace this request by the code of your shop.
  const charge = sandbox.fetch('/charges', {
    method: 'POST',
    headers: { authorization: sandbox.authorization.secret },
    body: new URLSearchParams({
      amount: '100000',
      currency: 'thb',
      card: sandbox.token('insufficient_fund').id,
    }),
  })
  await expect(charge).toBeDeclinedWith('insufficient_fund')
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
  const manifest = manifestOf(join(folder, 'package.json'))
  const named: Readonly<Record<string, unknown>> = {
    ...(isObject(manifest.dependencies) ? manifest.dependencies : {}),
    ...(isObject(manifest.devDependencies) ? manifest.devDependencies : {}),
  }
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

const manifestOf = (file: string): Readonly<Record<string, unknown>> => {
  if (!existsSync(file)) return {}
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isObject(manifest) ? manifest : {}
  } catch (error) {
    throw new Failure(`cannot read ${file} (${errorMessage(error)}), and nothing was written`)
  }
}

/** vitest reads ES modules from any file. Jest takes CommonJS: with the extension `.cjs` in a project of ES modules. */
const testName = (folder: string, { runner, isModule }: Project): string => {
  if (runner === 'jest') return `payments.test.${isModule ? 'cjs' : 'js'}`
  return `payments.test.${existsSync(join(folder, 'tsconfig.json')) ? 'ts' : 'js'}`
}

const configName = 'payment-sandbox.config.yaml'

type StarterFile = readonly [path: string, about: string, text: string]

/**
 * Writes a fixture, a config file and a test into a project. Overwrites nothing without --force; another config file stays.
 * With --agents it writes the section of AGENTS.md, and nothing else.
 */
export const init = async ({ words = [], flags }: Given): Promise<void> => {
  const [folder = '.'] = words
  if (flags.agents === true) return writeAgentsFile(folder)
  const project = projectIn(folder)
  const tests = existsSync(join(folder, 'tests')) ? 'tests' : 'test'
  const hasConfig = configFileNames.some((name) => name !== configName && existsSync(join(folder, name)))
  const files: readonly StarterFile[] = [
    ...(hasConfig ? [] : [[configName, 'the options of payment-sandbox', starterConfig] as const]),
    ['fixtures/shop.yaml', 'a fixture: the records to start with', starterFixture],
    [`${tests}/${testName(folder, project)}`, `two tests for ${project.runner}`, starterTest(project.runner)],
  ]
  const there = files.map(([path]) => path).filter((path) => existsSync(join(folder, path)))
  if (there.length > 0 && flags.force !== true)
    throw new Failure(
      `${there.join(', ')} ${there.length === 1 ? 'exists' : 'exist'}, and nothing was written: overwrite with --force`,
    )
  for (const [path, , text] of files) {
    const file = join(folder, path)
    await write(file, withSchemaPath(text, file, folder))
  }
  const { write: print } = terminalOf(process.stdout, process.env)
  print(columns(files.map(([path, about]) => [`wrote ${path}`, about])))
  if (project.hasBoth)
    print(
      `\nThe project has vitest and Jest, and these tests are for vitest: keep Jest out of ${tests} (testPathIgnorePatterns).\n`,
    )
  print(`\nNext${folder === '.' ? '' : `, in ${folder}`}:\n${nextSteps(project).join('\n')}\n`)
}

const write = async (file: string, text: string): Promise<void> => {
  try {
    mkdirSync(dirname(file), { recursive: true })
  } catch (error) {
    throw new Failure(`cannot make the folder of ${file} (${errorMessage(error)}): name another folder`)
  }
  await saveFile(file, [text])
}

const nextSteps = ({ runner, isModule, isOldJest, missing }: Project): readonly string[] => [
  ...(missing.length === 0 ? [] : [`  npm install --save-dev ${missing.join(' ')}`]),
  `  npx ${runner === 'vitest' ? 'vitest run' : isModule && isOldJest ? "jest --testMatch '**/*.test.cjs'" : 'jest'}`,
  '  npx payment-sandbox',
]

const name = 'AGENTS.md'
const begin = '<!-- payment-sandbox -->'
const end = '<!-- /payment-sandbox -->'

/** What a coding agent needs to know, between two marks. At most 40 lines: it is in the context of every session. */
const section = `${begin}
## Payments in tests: payment-sandbox

An in-memory payment service (Omise, Opn Payments API). No network, no real money. Amounts are subunits: 10000 = THB 100.00.

- Start: \`npx payment-sandbox\` (API http://127.0.0.1:4111, vault http://127.0.0.1:4112, dashboard /_sandbox/). Free ports
  for a command: \`npx payment-sandbox exec -- npm test\`, which sets PAYMENT_SANDBOX_URL, _VAULT_URL, _SECRET_KEY and others.
- Unchanged clients of api.omise.co: \`npx payment-sandbox exec --intercept omise -- <command>\`.
- Keys: secret \`skey_test_sandbox\` for the API, public \`pkey_test_sandbox\` for the vault: user name of HTTP Basic, no password.
- A card is never sent to the API. POST /tokens on the vault makes a token, which pays once; then POST /charges on the API:
  \`curl http://127.0.0.1:4112/tokens -u pkey_test_sandbox: -d 'card[name]=A' -d 'card[number]=4242424242424242'
  -d 'card[expiration_month]=12' -d 'card[expiration_year]=2040' -d 'card[security_code]=123'\`
  \`curl http://127.0.0.1:4111/charges -u skey_test_sandbox: -d amount=10000 -d currency=thb -d card=tokn_test_…\`
- Test cards: 4242424242424242 pays; 4111111111140011 insufficient_fund; 4111111111130012 stolen_or_lost_card;
  4111111111120013 failed_processing; 4111111111190016 failed_fraud_check. A decline is 402 with \`charge_id\`.
- In a test, no server: \`import { test, expect } from 'payment-sandbox/vitest'\` (or \`/jest\`) gives \`{ sandbox }\`:
  \`sandbox.fetch('/charges', …)\`, \`card: sandbox.token('insufficient_fund').id\`, \`await expect(answer).toBeDeclinedWith(code)\`.
- Idempotency: send \`Idempotency-Key\` with each POST and the same key when you retry; a lost answer then charges once.
- Webhooks: \`--webhook <url>\`; the start prints the secret. Verify with \`verifyWebhook\` of \`payment-sandbox/webhooks\`;
  \`npx payment-sandbox check-webhook <url> --secret <secret>\` plays hard cases against a receiver.

Control plane, JSON without a key, at http://127.0.0.1:4111/_sandbox:

- What was called, with whole answers: GET /requests (\`?path=/charges\`, \`?status=402\`, \`?limit=5\`); webhooks and why one
  failed: GET /deliveries?delivered=false.
- Time: POST /clock \`{"advance":"8d"}\`; expiries, schedules and webhook retries on the way happen.
- Payer and bank: POST /simulate/pay-charge \`{"charge":"chrg_test_…"}\`; any event: POST /trigger/charge.complete.
- Failures: POST /faults \`{"method":"POST","path":"/charges","drop":"response"}\` charges and loses the answer;
  \`{"webhook":"*","drop":true}\` loses a webhook; DELETE /faults clears all. POST /reset starts over.

More commands of \`npx payment-sandbox\`:

- \`explore --once metadata.order -- <command>\`: runs a flow, with the environment of \`exec\`, once for each call and webhook that
  can be lost, doubled or late; finds orders that are charged twice. \`--recover <command>\`, \`--only <scenario>\`, \`--webhook <url>\`.
- \`compare --api <url> --vault <url> --public-key <key> --secret-key <key>\`: the sandbox compared with another service, test mode only;
  \`--dry-run\` shows what would be sent.
- \`docs <topic or error code>\`, \`docs examples\`, \`openapi --operation 'POST /charges'\`; on a server /_sandbox/llms.txt.
- \`mcp\` (or /_sandbox/mcp): all of this as tools for agents; \`docs agents\` sets it up. The \`location\` of an error explains it.
${end}
`

const count = (text: string, part: string): number => text.split(part).length - 1

/** The file with the section in it. @throws Failure when the marks of an earlier section are not a pair */
const withSection = (text: string, file: string): string => {
  const [begins, ends] = [count(text, begin), count(text, end)]
  if (begins === 0 && ends === 0) {
    const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n'
    return `${text}${gap}${section}`
  }
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (begins !== 1 || ends !== 1 || to < from)
    throw new Failure(
      `${file} has no pair of ${begin} and ${end}, and nothing was written: fix the two marks, or remove both`,
    )
  return `${text.slice(0, from)}${section.trimEnd()}${text.slice(to + end.length)}`
}

const textOf = (file: string): string => {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  } catch (error) {
    throw new Failure(`cannot read ${file} (${errorMessage(error)}), and nothing was written`)
  }
}

/** Writes the section for coding agents into AGENTS.md of a folder, and keeps the rest of the file. */
const writeAgentsFile = async (folder: string): Promise<void> => {
  const file = join(folder, name)
  const before = textOf(file)
  const after = withSection(before, file)
  if (after !== before) await saveFile(file, [after])
  const { write } = terminalOf(process.stdout, process.env)
  write(after === before ? `${file} is up to date\n` : `wrote the section of payment-sandbox in ${file}\n`)
}
