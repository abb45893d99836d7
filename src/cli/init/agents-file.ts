import { join } from 'node:path'
import { Failure } from '../command-line'
import { saveFile, textOf } from '../saving'
import { terminalOf } from '../terminal'
import { omiseClientIn } from './omise-client'

const name = 'AGENTS.md'
const begin = '<!-- payment-sandbox -->'
const end = '<!-- /payment-sandbox -->'

const inTest = `- In a test, no server: \`import { test, expect } from 'payment-sandbox/vitest'\` (or \`/jest\`) gives \`{ sandbox }\`:`

const inOmiseTest = `- In a test, no server: \`createTest({ intercept: 'omise' })\` of \`payment-sandbox/vitest\` (\`useSandbox\` of \`/jest\`):`

/** What a coding agent needs to know, between two marks. At most 40 lines: it is in the context of every session. */
const sectionFor = (isOmise: boolean): string => `${begin}
## Payments in tests: payment-sandbox

An in-memory payment service (Omise, Opn Payments API). No network, no real money. Amounts are subunits: 10000 = THB 100.00.

- Start: \`npx payment-sandbox${isOmise ? ' --profile omise' : ''}\` (API http://127.0.0.1:4111, vault http://127.0.0.1:4112, dashboard /_sandbox/). Free ports
  for a command: \`npx payment-sandbox exec -- npm test\`, which sets PAYMENT_SANDBOX_URL, _VAULT_URL, _SECRET_KEY and others.
- Unchanged clients of api.omise.co: \`npx payment-sandbox exec --intercept omise -- <command>\`; \`explore\` too. Own keys: \`--secret-key\`.
- Keys: secret \`skey_test_sandbox\` for the API, public \`pkey_test_sandbox\` for the vault: user name of HTTP Basic, no password.
- A card is never sent to the API. POST /tokens on the vault makes a token, which pays once; then POST /charges on the API:
  \`curl http://127.0.0.1:4112/tokens -u pkey_test_sandbox: -d 'card[name]=A' -d 'card[number]=4242424242424242'
  -d 'card[expiration_month]=12' -d 'card[expiration_year]=2040' -d 'card[security_code]=123'\`
  \`curl http://127.0.0.1:4111/charges -u skey_test_sandbox: -d amount=10000 -d currency=thb -d card=tokn_test_…\`
- Test cards: 4242424242424242 pays; 4111111111140011 insufficient_fund; 4111111111130012 stolen_or_lost_card;
  4111111111120013 failed_processing; 4111111111190016 failed_fraud_check. A decline is ${isOmise ? '200 with a charge whose `status` is `failed`' : '402 with `charge_id`'}.
${isOmise ? inOmiseTest : inTest}
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
  can be lost, doubled or late; finds double charges. \`--recover <command>\`, \`--only <scenario>\`, \`--webhook <url>\`.
- \`compare --api <url> --vault <url> --public-key <key> --secret-key <key>\`: the sandbox compared with another service, test mode only;
  \`--dry-run\` shows what would be sent.
- \`docs <topic or error code>\`, \`docs examples\`, \`openapi --operation 'POST /charges'\`; on a server /_sandbox/llms.txt.
- \`mcp\`: all of this as tools for agents, \`explore\` and \`check-webhook\` too; \`docs agents\` sets it up. \`init --skill\` writes
  .agents/skills/payment-sandbox/SKILL.md: read it before you mend payments. The \`location\` of an error explains it.
${end}
`

const count = (text: string, part: string): number => text.split(part).length - 1

/** The file with the section in it. @throws Failure when the marks of an earlier section are not a pair */
const withSection = (
  section: string,
  { text, file }: { readonly text: string; readonly file: string },
): string => {
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

/** Writes the section for coding agents into AGENTS.md of a folder, and keeps the rest of the file. */
export const writeAgentsFile = async (folder: string, isOmise: boolean): Promise<void> => {
  const file = join(folder, name)
  const before = textOf(file) ?? ''
  const section = sectionFor(isOmise || omiseClientIn(folder) !== null)
  const after = withSection(section, { text: before, file })
  if (after !== before) await saveFile(file, after)
  const { write } = terminalOf(process.stdout, process.env)
  write(after === before ? `${file} is up to date\n` : `wrote the section of payment-sandbox in ${file}\n`)
}
