/** The script as it is served. What it does in a page is in test/browser/omise-js.test.ts. */
import { describe, expect, onTestFinished } from 'vitest'
import { intercept } from '../../../src/suites/intercept/intercept'
import { makeSandbox, test } from '../../support/set-up'

const scriptAt = async (address: string, sandbox = makeSandbox()) => {
  const answer = await sandbox.fetch(address)
  return { answer, text: await answer.text() }
}

/** What the server tells the script. */
const factsIn = (text: string): Record<string, unknown> =>
  JSON.parse(/\}\)\((\{"origin".*\})\)\n$/s.exec(text)?.[1] ?? '')

describe('GET /omise.js', () => {
  test('is a script for pages of every site, under 30 kB', async ({ sandbox }) => {
    for (const name of ['omise.js', 'omise.js.gz']) {
      const { answer, text } = await scriptAt(`${sandbox.vaultUrl}/${name}`, sandbox)
      expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([
        200,
        expect.objectContaining({
          'content-type': 'text/javascript; charset=utf-8',
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': 'no-cache, no-store',
        }),
      ])
      expect(new TextEncoder().encode(text).length).toBeLessThan(30_000)
      expect(() => new Function(text)).not.toThrow()
    }
  })

  test('is at the vault only: the API says where', async ({ sandbox }) => {
    const { answer, text } = await scriptAt(`${sandbox.url}/omise.js`, sandbox)
    expect([answer.status, JSON.parse(text).message]).toEqual([
      404,
      `omise.js is at the vault: ${sandbox.vaultUrl}/omise.js`,
    ])
  })

  test('knows its sandbox; at the hosts of another service, the host alone', async () => {
    const sandbox = makeSandbox({ hosts: 'omise' })
    const { url: api, vaultUrl: vault } = sandbox
    const own = await scriptAt(`${vault}/omise.js`, sandbox)
    expect(factsIn(own.text)).toMatchObject({ origin: vault, isOwn: true, vault, api })
    for (const host of ['cdn.omise.co', 'cdn2.omise.co', 'vault.omise.co']) {
      const { text } = await scriptAt(`https://${host}/omise.js`, sandbox)
      expect(factsIn(text)).toMatchObject({ origin: `https://${host}`, isOwn: false, vault, api })
    }
  })

  test('offers the test cards, valid on the clock of the sandbox', async ({ sandbox }) => {
    await sandbox.clock.advance('400d')
    const { cards, expiry } = factsIn((await scriptAt(`${sandbox.vaultUrl}/omise.js`, sandbox)).text)
    expect(expiry).toBe('12/28')
    expect(cards).toEqual(
      expect.arrayContaining([
        { value: 'successful', does: 'Pays', number: '4242424242424242' },
        { value: 'insufficient_fund', does: 'Not enough money', number: '4111111111140011' },
        { value: 'expired_card', does: 'Expired card', number: '4242424242424242', expiry: '01/20' },
      ]),
    )
  })

  test('comes to every client of an intercepted process, and no other file of that host', async () => {
    const sandbox = makeSandbox()
    const { stop } = intercept(sandbox, 'omise')
    onTestFinished(stop)
    expect((await fetch('https://cdn.omise.co/omise.js')).status).toBe(200)
    expect((await fetch('https://cdn.omise.co/assets/logo.png')).status).toBe(401)
  })
})
