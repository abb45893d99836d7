import type { Sandbox } from '../sandbox/surface'
import type { KeyPair } from '../service/accounts'
import type { Terminal } from './terminal'

/** What a developer needs for a first call. */
export interface Greeting {
  readonly version: string
  readonly url: string
  readonly vaultUrl: string
  readonly dashboardUrl: string
  readonly testKeys: KeyPair
  readonly liveKeys: KeyPair
  /** The endpoints of events in test mode. */
  readonly webhooks: readonly string[]
  /** The secret that signs webhooks in test mode; `null` when all secrets are deleted. */
  readonly webhookSecret: string | null
  /** Shown only when it differs from the real time. */
  readonly clock: string | null
  /** The state file, and whether it already held a state. */
  readonly state: { readonly file: string; readonly resumed: boolean } | null
}

/** The text for a terminal of 80 columns. The ready line follows it. */
export const banner = (greeting: Greeting, { paint }: Pick<Terminal, 'paint'>): string => {
  const { url, vaultUrl, dashboardUrl, testKeys, liveKeys, webhooks, webhookSecret, clock, state } = greeting
  const row = (label: string, text: string): string => `  ${paint('dim', label.padEnd(labelWidth))}${text}`
  const wide = Math.max(testKeys.public.length, liveKeys.public.length) + 3
  const keys = (pair: KeyPair): string => `${pair.public.padEnd(wide)}${pair.secret}`
  const lines = [
    '',
    `  ${paint('bold', 'payment-sandbox')} ${paint('dim', greeting.version)}`,
    '',
    row('API', paint('cyan', url)),
    row('Vault', paint('cyan', vaultUrl)),
    row('Dashboard', paint('cyan', dashboardUrl)),
    ...(clock === null ? [] : [row('Clock', clock)]),
    ...(state === null ? [] : [row('State', `${state.file}${state.resumed ? ', resumed' : ', new'}`)]),
    '',
    row('Test keys', keys(testKeys)),
    row('Live keys', keys(liveKeys)),
    '',
    ...(webhooks.length === 0 ? ['nowhere yet: --webhook <url> says where'] : webhooks).map((place, i) =>
      row(i === 0 ? 'Webhooks' : '', place),
    ),
    ...(webhookSecret === null ? [] : [row('', `signed with ${webhookSecret}`)]),
    '',
    row('Try it', `curl ${url}/customers \\`),
    row('', `  -u ${testKeys.secret}: -d email=somchai@example.com`),
    '',
    row('Stop', 'Ctrl-C'),
    '',
    '',
  ]
  return lines.map((line) => line.trimEnd()).join('\n')
}

/** The first that signs webhooks in test mode. */
export const secretOf = ({ webhooks }: Sandbox): string | null => webhooks.secrets[0] ?? null

const labelWidth = 'Test keys'.length + 3
