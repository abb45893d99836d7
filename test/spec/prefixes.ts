// Section 2.1: how identifiers and keys begin. `test` is null where no test-mode form is shown.

export interface PrefixSpec {
  resource: string
  live: string
  test: string | null
  spec: string
}

export const prefixes = [
  { resource: 'charge', live: 'chrg_', test: 'chrg_test_', spec: '2.1' },
  { resource: 'token', live: 'tokn_', test: 'tokn_test_', spec: '2.1' },
  { resource: 'card', live: 'card_', test: 'card_test_', spec: '2.1' },
  { resource: 'event', live: 'evnt_', test: 'evnt_test_', spec: '2.1' },
  { resource: 'transaction', live: 'trxn_', test: 'trxn_test_', spec: '2.1' },
  { resource: 'webhook-secret', live: 'whsec_', test: null, spec: '2.1' },
  { resource: 'public key', live: 'pkey_', test: 'pkey_test_', spec: '2.1' },
  { resource: 'secret key', live: 'skey_', test: 'skey_test_', spec: '2.1' },
] as const satisfies readonly PrefixSpec[]
