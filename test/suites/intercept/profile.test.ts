/** Contract 16: the profile is `omise` wherever the hosts of the real service are named, unless another one is given. */
import { describe, expect, onTestFinished, vi } from 'vitest'
import type { Hosts, Sandbox, SandboxOptions } from '../../../src/index'
import { explore } from '../../../src/suites/explore/explore'
import type { InterceptedHosts } from '../../../src/suites/intercept/intercept'
import { FileCoverage, open } from '../../../src/suites/testing/open'
import { makeSandbox, test } from '../../support/set-up'
import { headersOf, intercepted, own } from './intercepted'

vi.mock('payment-sandbox', () => import('../../../src/index'))
vi.mock('payment-sandbox/intercept', () => import('../../../src/suites/intercept/intercept'))

/** The sandbox of a test of `createTest`, `extendTest` and `useSandbox`. */
const ofTest = async (options: Parameters<typeof open>[0]): Promise<Sandbox> => {
  const { sandbox, close } = await open(options, new FileCoverage())
  onTestFinished(close)
  return sandbox
}

const profileOfRuns = async (sandbox: SandboxOptions & { readonly intercept?: Hosts }) => {
  const seen = new Set<string>()
  const flow = async (run: { readonly sandbox: Sandbox }) => {
    seen.add(run.sandbox.profile)
    await run.sandbox.fetch('/balance', { headers: headersOf(run.sandbox) })
  }
  await explore({ sandbox, flow, kinds: ['refused'] })
  return [...seen].join()
}

const omise = { api: 'api.omise.co', vault: 'vault.omise.co' }

describe.each([
  ['a test', async (options: Parameters<typeof open>[0]) => (await ofTest(options)).profile],
  ['explore', profileOfRuns],
])('the profile of %s', (_, profileOf) => {
  test.each<[intercept: Hosts | InterceptedHosts | undefined, options: SandboxOptions, profile: string]>([
    ['omise', {}, 'omise'],
    [omise, {}, 'omise'],
    [{ ...omise, others: 'refuse' }, {}, 'omise'],
    [{ vault: 'vault.omise.co' }, {}, 'omise'],
    ['omise', { profile: undefined }, 'omise'],
    ['omise', { profile: 'spec' }, 'spec'],
    [own, {}, 'spec'],
    [own, { profile: 'omise' }, 'omise'],
    [undefined, {}, 'spec'],
  ])('that intercepts %j with %j is %s', async (intercept, options, profile) => {
    expect(await profileOf({ ...options, ...(intercept && { intercept }) })).toBe(profile)
  })
})

test('an option that has a row wins over the profile that the hosts choose', async () => {
  const sandbox = await ofTest({ intercept: 'omise', declines: 'error', headerPrefix: 'Shop' })
  const { id } = sandbox.token('insufficient_fund')
  const answer = await fetch('https://api.omise.co/charges', {
    method: 'POST',
    headers: headersOf(sandbox),
    body: new URLSearchParams({ amount: '10000', currency: 'thb', card: id }),
  })
  expect([answer.status, sandbox.profile]).toEqual([402, 'omise'])
  const balance = await fetch('https://api.omise.co/balance', { headers: headersOf(sandbox) })
  expect(balance.headers.get('shop-version')).toBe('2019-05-29')
})

describe('a sandbox that has the profile of the specification', () => {
  const warningOf = async (sandbox: Sandbox, url = 'https://api.omise.co/balance') =>
    (await fetch(url, { headers: headersOf(sandbox) })).headers.get('sandbox-warning')

  test('says so once where it answers for the real service, in the answer and the journal', async () => {
    const sandbox = intercepted('omise')
    const warning = await warningOf(sandbox)
    expect(warning).toContain("createSandbox({ profile: 'omise' })")
    expect(await warningOf(sandbox)).toBeNull()
    expect(sandbox.requests.list().map(({ warnings }) => warnings)).toEqual([[warning], []])
  })

  test.each([
    ['of other hosts', () => intercepted(own), 'https://api.example.com/balance'],
    [
      'with profile omise',
      () => intercepted('omise', makeSandbox({ profile: 'omise' })),
      'https://api.omise.co/balance',
    ],
  ])('says nothing %s', async (_, begin, url) => {
    expect(await warningOf(begin(), url)).toBeNull()
  })

  test('says so to a client of its proxy too', async ({ sandbox }) => {
    const { url } = await sandbox.listen({ port: 0, proxyHost: 'omise' })
    const headers = { ...headersOf(sandbox), host: 'api.omise.co' }
    const { request } = await import('undici')
    const answer = await request(`${url}/balance`, { headers })
    expect(answer.headers['sandbox-warning']).toContain("createSandbox({ profile: 'omise' })")
    await answer.body.dump()
  })
})
