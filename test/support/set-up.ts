/** What nearly every test begins with: a sandbox of its own and a client of its default account. */
import { test as base } from 'vitest'
import type { KeyPair, Sandbox } from '../../src/index'
import type { SandboxOptions } from '../../src/options/config'
import { type Client, makeClient } from './client'
import { makeControl } from './control'
import { makeSandbox, plainSandbox } from './sandbox'

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
  .extend('stage', () => setUp())
  .extend('sandbox', ({ stage }) => stage.sandbox)
  .extend('client', ({ stage }) => stage.client)
  .extend('control', ({ stage }) => makeControl(stage.sandbox))

/** The same where each test of a file begins with the same records: they are made once, and put into each sandbox. */
export const setUpWith = <T>(make: (client: Client, sandbox: Sandbox) => Promise<T>) => {
  const first = async () => {
    const sandbox = plainSandbox()
    const made = await make(makeClient(sandbox), sandbox)
    return { made, state: sandbox.snapshot() }
  }
  let begun: ReturnType<typeof first> | undefined
  return async (): Promise<SetUp & { readonly made: T }> => {
    begun ??= first()
    const { made, state } = await begun
    const { sandbox, client } = setUp()
    sandbox.restore(state)
    return { sandbox, client, made }
  }
}

/** A client with other keys than those of the default account in test mode. */
export const clientWith = (sandbox: Sandbox, keys: KeyPair): Client => {
  const { fetch, url, vaultUrl } = sandbox
  return makeClient({ fetch, url, vaultUrl, keys })
}

/** `start` of test/support/sandbox.ts plus N milliseconds, as the API writes it. */
export const later = (start: string, ms: number): string => new Date(Date.parse(start) + ms).toISOString()

export const day = 86_400_000
