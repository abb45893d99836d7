/** What nearly every test begins with, a sandbox of its own and a client of its default account; and what both must show. */
import { afterAll, test as base, expect, onTestFinished } from 'vitest'
import { createSandbox, type KeyPair, type Sandbox, SandboxError, type Snapshot } from '../../src/index'
import { textHash } from '../../src/kernel/digest'
import { catalogue } from '../../src/kernel/error-catalogue'
import type { ErrorName } from '../../src/kernel/errors'
import { once } from '../../src/kernel/json'
import type { SandboxOptions } from '../../src/options/config'
import { auditBooks, balancesOf } from './auditor'
import { type Answer, type Client, makeClient, print } from './client'
import { makeControl } from './control'
import { sandboxOnWorker } from './on-worker'

export const start = '2026-01-15T09:00:00.000Z'

/** The same without the audit, for tests that make thousands of them. */
export const plainSandbox = (options: SandboxOptions = {}): Sandbox =>
  createSandbox({ now: start, freeze: true, randomSeed: 'test', ...options })

/** The states at the end of earlier tests. Many tests only read, and one audit of the state that they share is enough. */
const audited = new Set<string>()

export const makeSandbox = (options: SandboxOptions = {}): Sandbox => {
  const worker = process.env.TEST_WORKER
  if (worker !== undefined) return sandboxOnWorker(worker, options)
  const sandbox = plainSandbox(options)
  onTestFinished(async () => {
    try {
      // What was left to go wrong must not go wrong here.
      for (const { test, live } of sandbox.accounts) for (const { faults } of [test, live]) faults.clear()
      const state = textHash(stateOf(sandbox))
      await auditBalances(sandbox)
      if (audited.has(state)) return
      auditSandbox(sandbox)
      audited.add(state)
    } finally {
      await sandbox.close()
    }
  })
  return sandbox
}

/** The state as text, without its digest: two are equal exactly when nothing at all changed in between. */
export const stateOf = (sandbox: Sandbox): string => {
  const { clock, ids, jobs, accounts, worlds } = sandbox.snapshot()
  return JSON.stringify({ clock, ids, jobs, accounts, worlds })
}

/** The state as it comes from a file. */
export const savedState = (sandbox: Sandbox): Snapshot => JSON.parse(JSON.stringify(sandbox.snapshot()))

/** The books keep their rules, and the snapshot brings back all there is. */
export const auditSandbox = (sandbox: Sandbox): void => {
  const before = stateOf(sandbox)
  const state = savedState(sandbox)
  expect(auditBooks(state), 'what breaks a rule of the books at the end of this test').toEqual([])
  sandbox.restore(state)
  expect(stateOf(sandbox), 'snapshot, restore, snapshot').toBe(before)
}

/** What the API shows as balance is the sum of all that was booked. */
const auditBalances = async (sandbox: Sandbox): Promise<void> => {
  const state = sandbox.snapshot()
  const balances = balancesOf(state)
  for (const { id, test, live } of sandbox.accounts)
    for (const [mode, { authorization }] of Object.entries({ test, live })) {
      // Most tests leave live mode alone.
      if (state.worlds[`${id}/${mode}`] === undefined) continue
      const shown = await askBalance(sandbox, authorization.secret)
      if (shown !== null) expect(shown, `balance of ${id}/${mode}`).toBe(balances[`${id}/${mode}`] ?? 0)
    }
}

/** `null` if no request can succeed: the sandbox is closed, the account locked or the key revoked. */
const askBalance = async (sandbox: Sandbox, authorization: string): Promise<number | null> => {
  try {
    const answer = await sandbox.fetch(`${sandbox.url}/balance`, { headers: { authorization } })
    const { total }: { total?: number } = await answer.json()
    return total ?? null
  } catch (error) {
    if (error instanceof SandboxError && error.code === 'closed') return null
    throw error
  }
}

export interface SetUp {
  readonly sandbox: Sandbox
  readonly client: Client
}

export const setUp = (options: SandboxOptions = {}): SetUp => {
  const sandbox = makeSandbox(options)
  return { sandbox, client: makeClient(sandbox) }
}

/**
 * A test that names what it needs gets it: `test('…', async ({ client, sandbox }) => …)`, after the row for
 * `test.for(rows)`.
 */
export const test = base
  .extend('setup', () => setUp())
  .extend('sandbox', ({ setup }) => setup.sandbox)
  .extend('client', ({ setup }) => setup.client)
  .extend('control', ({ setup }) => makeControl(setup.sandbox))

/** The same where each test of a file begins with the same records: they are made once, and put into each sandbox. */
export const setUpWith = <T>(make: (client: Client, sandbox: Sandbox) => Promise<T>) => {
  const first = once(async () => {
    const sandbox = plainSandbox()
    const made = await make(makeClient(sandbox), sandbox)
    return { made, state: sandbox.snapshot() }
  })
  return async (): Promise<SetUp & { readonly made: T }> => {
    const { made, state } = await first()
    const { sandbox, client } = setUp()
    sandbox.restore(state)
    return { sandbox, client, made }
  }
}

/** One sandbox for all tests of a file that only read it: made once, and at the end it has to be as it was. */
export const setUpToRead = (make: (sandbox: Sandbox) => Promise<unknown>): (() => Promise<Sandbox>) => {
  const sandbox = plainSandbox()
  const begun = once(async () => {
    await make(sandbox)
    return stateOf(sandbox)
  })
  afterAll(async () => {
    expect(stateOf(sandbox), 'what reading has changed').toBe(await begun())
    await sandbox.close()
  })
  return async () => {
    await begun()
    return sandbox
  }
}

/** A client with other keys than those of the default account in test mode. */
export const clientWith = (sandbox: Sandbox, keys: KeyPair): Client => {
  const { fetch, url, vaultUrl } = sandbox
  return makeClient({ fetch, url, vaultUrl, keys })
}

/** `start` plus N milliseconds, as the API writes it. */
export const later = (start: string, ms: number): string => new Date(Date.parse(start) + ms).toISOString()

export const day = 86_400_000

interface ErrorDetails {
  /** Instead of the catalogue's own text. */
  readonly message?: string | RegExp
  readonly location?: string
  readonly charge_id?: string
  readonly customer_id?: string
  /** The fields named in `validation_errors`, in order. */
  readonly fields?: readonly string[]
}

/** Fails with the body printed unless the answer is this error of the catalogue. */
export const expectError = (
  answer: Pick<Answer<unknown>, 'status' | 'body'>,
  name: ErrorName,
  details: ErrorDetails = {},
): void => {
  const { status, code, message } = catalogue[name]
  const body = `${answer.status} ${print(answer.body)}`
  expect(answer.status, body).toBe(status)
  const given = answer.body
  expect(given, body).toMatchObject({
    object: 'error',
    code,
    message:
      details.message instanceof RegExp
        ? expect.stringMatching(details.message)
        : (details.message ?? message),
    location: details.location ?? expect.stringMatching(new RegExp(`/_sandbox/docs/errors/${code}$`)),
    ...(details.charge_id === undefined ? {} : { charge_id: details.charge_id }),
    ...(details.customer_id === undefined ? {} : { customer_id: details.customer_id }),
    ...(details.fields === undefined
      ? {}
      : { validation_errors: details.fields.map((field) => expect.objectContaining({ field })) }),
  })
}

/** Asks, and fails unless the answer is this error and all is as it was. */
export const expectRefusal = async (
  sandbox: Sandbox,
  ask: () => Promise<Answer<unknown>>,
  name: ErrorName,
  details: ErrorDetails = {},
): Promise<void> => {
  const before = stateOf(sandbox)
  expectError(await ask(), name, details)
  expect(stateOf(sandbox)).toBe(before)
}

/** Fails with the body printed unless the answer is a success; gives its body. */
export const expectSuccess = <T>(answer: Answer<T>): T => {
  expect(answer.status, print(answer.body)).toBe(200)
  return answer.body
}
