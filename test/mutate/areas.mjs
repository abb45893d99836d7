import { readdirSync } from 'node:fs'

/**
 * What `npm run drill -- mutate` changes, area by area, and the quick tests in one process that should notice, the
 * quickest of them first. `least` is the score, in percent, below which the drill fails. Default: 85
 */

const all = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)

const http = (...names) => names.map((name) => `test/service/http/${name}.test.ts`)
const resource = (...names) => names.map((name) => `test/service/resources/${name}.test.ts`)
const state = (...names) => names.map((name) => `test/node/state/${name}.test.ts`)
const properties = (...names) => names.map((name) => `test/properties/${name}.test.ts`)

/** Descriptions and examples for the OpenAPI document: tables with tests of their own. */
const described = ['!src/service/resources/*/schema.ts']

/** Each event of each resource, brought about with the defaults of its folder. */
const triggers = 'test/control/trigger.test.ts'

/** Each event as an operation emits it. */
const emitted = 'test/conformance/emitted.test.ts'

export const areas = {
  kernel: {
    least: 68,
    mutate: ['src/kernel/*.ts'],
    tests: [...all('test/kernel'), ...properties('collection', 'calendar', 'money')],
  },
  ledger: {
    mutate: ['src/service/ledger/*.ts'],
    tests: [
      ...all('test/service/ledger'),
      ...properties('money'),
      ...http('audit'),
      ...resource('transaction/balance', 'charge/charge-money'),
    ],
  },
  refund: {
    mutate: ['src/service/resources/refund/*.ts', ...described],
    tests: [
      'test/conformance/limits.test.ts',
      ...http('profile-refusals'),
      ...resource('refund/refunds', 'charge/charge-money'),
      triggers,
    ],
  },
  dispute: {
    least: 82,
    mutate: ['src/service/resources/dispute/*.ts', ...described],
    tests: [...all('test/service/resources/dispute'), ...resource('document/documents'), emitted, triggers],
  },
  transfer: {
    mutate: ['src/service/resources/transfer/*.ts', ...described],
    tests: [
      'test/service/ledger/entries.test.ts',
      ...all('test/service/resources/transfer'),
      // What becomes of the recipient is among the actions of transfers.
      ...all('test/service/resources/recipient'),
      emitted,
      triggers,
    ],
  },
  schedule: {
    mutate: ['src/service/resources/schedule/*.ts', ...described],
    tests: [...all('test/service/resources/schedule'), emitted, triggers],
  },
  search: {
    mutate: ['src/service/search/*.ts'],
    tests: [
      'test/conformance/scopes.test.ts',
      'test/conformance/limits.test.ts',
      ...all('test/service/resources/search'),
      ...resource('export/exports'),
    ],
  },
  state: {
    least: 83,
    mutate: ['src/node/state/*.ts'],
    tests: [
      ...state('lines', 'lock', 'rewriting', 'writing', 'refusals'),
      // Each of them writes many files and starts many sandboxes.
      ...state('state-file', 'damage'),
    ],
    runs: 4,
  },
  retries: {
    least: 84,
    mutate: ['src/service/http/idempotency.ts', 'src/service/webhooks/outbox.ts'],
    tests: [
      'test/service/webhooks/retry.test.ts',
      'test/conformance/limits.test.ts',
      ...http('idempotency', 'audit'),
      ...['retries', 'delivery', 'answers'].map((name) => `test/service/webhooks/${name}.test.ts`),
    ],
  },
  guards: {
    least: 69,
    mutate: ['src/node/server.ts', 'src/service/accounts.ts', 'src/control/guard.ts'],
    tests: ['guard', 'token', 'accounts']
      .map((name) => `test/control/${name}.test.ts`)
      .concat(
        'test/conformance/auth.test.ts',
        http('access', 'hosts', 'auth'),
        resource('search/search-delay'),
      ),
  },
}
