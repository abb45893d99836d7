/** What nearly every test begins with: a sandbox of its own and a client of its default account. */
import type { SandboxOptions } from '../../src/config'
import type { KeyPair, Sandbox } from '../../src/index'
import { type Client, makeClient } from './client'
import { makeSandbox } from './sandbox'

export interface SetUp {
  readonly sandbox: Sandbox
  readonly client: Client
}

export const setUp = (options: SandboxOptions = {}): SetUp => {
  const sandbox = makeSandbox(options)
  return { sandbox, client: makeClient(sandbox) }
}

/** A client with other keys than those of the default account in test mode. */
export const clientWith = (sandbox: Sandbox, keys: KeyPair): Client => {
  const { fetch, url, vaultUrl } = sandbox
  return makeClient({ fetch, url, vaultUrl, keys })
}

/** `start` of test/support/sandbox.ts plus so many milliseconds, as the API writes it. */
export const later = (start: string, ms: number): string => new Date(Date.parse(start) + ms).toISOString()

export const day = 86_400_000
