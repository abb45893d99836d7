import { wellKnownKeys } from '../kernel/masked'

/** The options that most sandboxes have. Apart from the checks of options, which only those with options need. */
export const defaults = {
  port: 4111,
  host: '127.0.0.1',
  ...wellKnownKeys,
  baseUrl: 'https://api.payment-sandbox.test',
  vaultUrl: 'https://vault.payment-sandbox.test',
  headerPrefix: 'Service',
  searchDelay: 0,
  journal: 1000,
  maxAccounts: 10_000,
} as const
