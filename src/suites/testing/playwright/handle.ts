import type { Clock, Faults, KeyPair, Mode, Records, Requests, Simulate, Webhooks } from 'payment-sandbox'

/** What a test with a browser has: a sandbox of its worker, or an account of a running one, with one interface for both. */

/** At once where the sandbox is in this process, later where it is another one: `await` is right for both. */
export type Late<T> = T | Promise<T>

type LateCalls<T> = {
  readonly [K in keyof T]: T[K] extends (...given: infer A) => infer R
    ? (...given: A) => Late<Awaited<R>>
    : T[K]
}

/** Readers of records, each of whose answers may be late. */
type LateRecords = { readonly [K in keyof Records]: LateCalls<Omit<Records[K], 'keys' | 'waitFor'>> }

/**
 * The sandbox of a test. Write `await` before each call: then the test works with its own sandbox, and with an account of a
 * running one.
 */
export interface PlaywrightSandbox extends LateRecords {
  /** The base URL of the API, where a server under test and `request` reach it. */
  readonly url: string
  /** The base URL of the vault. */
  readonly vaultUrl: string
  readonly keys: KeyPair
  /** Ready values for the Authorization header. */
  readonly authorization: KeyPair
  /** Actions of the outside world: payers pay, banks decide. */
  readonly simulate: LateCalls<Simulate>
  /** The clock is that of all accounts. */
  readonly clock: LateCalls<Pick<Clock, 'now' | 'advance' | 'set' | 'freeze' | 'resume'>>
  /** Deliveries of its events. */
  readonly webhooks: LateCalls<Pick<Webhooks, 'deliveries' | 'next' | 'resend' | 'settle'>> &
    Pick<Webhooks, 'secret'>
  readonly faults: LateCalls<Pick<Faults, 'add' | 'addWebhook' | 'list' | 'clear'>>
  /** The journal. */
  readonly requests: LateCalls<Requests>
  readonly balance: LateCalls<Mode>['balance']
}
