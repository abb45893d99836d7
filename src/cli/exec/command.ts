import type { Command } from '../command'
import { serveOptions } from '../serve/command'

/** The options of a command whose sandbox listens on free ports, unless one is named. */
export const ownSandboxOptions = Object.fromEntries(
  Object.entries(serveOptions).map(([heading, names]) => [
    heading,
    names.filter((name) => name !== 'port' && name !== 'vaultPort'),
  ]),
)

export const ownSandboxPorts = [
  ['-p, --port <n>', 'port of the API; the vault gets the next one [a free one]'],
  ['--vault-port <n>', 'port of the vault [port + 1, or a free one]'],
] as const

export const interceptOption = [
  '--intercept <hosts>',
  'send calls to these hosts to the sandbox: omise, or names',
] as const

export const execCommand: Command = {
  name: 'exec',
  summary: 'Run a command with a sandbox of its own',
  words: [['<command...>', 'the command and its arguments']],
  usage: '[options] -- <command...>',
  options: ownSandboxOptions,
  own: [interceptOption, ['--quiet', 'print no summary at the end'], ...ownSandboxPorts],
  notes: `The command gets these environment variables:
  PAYMENT_SANDBOX_URL, PAYMENT_SANDBOX_VAULT_URL  the addresses to call
  PAYMENT_SANDBOX_PUBLIC_KEY, _SECRET_KEY         the keys to call with
  PAYMENT_SANDBOX_WEBHOOK_SECRET                  the secret of webhooks
  PAYMENT_SANDBOX_CONTROL_TOKEN                   the token of /_sandbox, if any
--intercept sends calls to these hosts to the sandbox, in any language, without
a change of the code: omise means api.omise.co, vault.omise.co, for omise.js
cdn.omise.co, and checkout-page.omise.co; other hosts are api=<host>,
vault=<host>. Calls to other hosts of their domain are refused; all others pass.
Node programs get it by NODE_OPTIONS; others by HTTPS_PROXY and HTTP_PROXY, with
the certificate authority of this run in SSL_CERT_FILE, REQUESTS_CA_BUNDLE,
CURL_CA_BUNDLE and NODE_EXTRA_CA_CERTS (also with --tls).
exec passes signals on to the command, and exits with its status. --log logs
requests on standard error. At the end it says what went wrong: refused webhooks
and keys, warnings, ignored parameters, unused faults. --quiet turns that off.

Examples:
  payment-sandbox exec --fixture saved-card -- npm test
  payment-sandbox exec --intercept omise -- python checkout.py
  payment-sandbox exec --intercept omise --secret-key skey_test_5shop \\
    --public-key pkey_test_5shop -- npm run dev`,
  load: async () => (await import('./exec')).exec,
}
