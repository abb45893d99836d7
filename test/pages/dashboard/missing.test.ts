/** Contract 10: a browser that opens an address below /_sandbox without a page gets one that says so. */
import { describe, expect } from 'vitest'
import { readPage } from '../../support/dashboard'
import { test } from '../../support/set-up'

describe('an address without a page', () => {
  test.for([
    ['/nope', 404, 'Not found there is no /_sandbox/nope; there are '],
    ['/record', 404, 'there is no /_sandbox/record; there are /_sandbox/records/:kind'],
    ['/reset', 405, 'This cannot be shown /_sandbox/reset takes POST, not GET'],
    ['/requests/req_none', 404, 'the journal has no request req_none'],
    ['/webhooks?delivery=whdl_none', 404, 'there is no attempt whdl_none'],
    ['/accounts?open=acct_none', 404, 'there is no account acct_none'],
    ['/records/charges/chrg_test_none', 404, 'there is no chrg_test_none among the charges'],
    ['/records/unicorns', 404, 'there are no unicorns: there are cards,'],
    ['/records/webhookSecrets', 404, 'there are no webhookSecrets: there are cards,'],
    ['/records/__proto__', 404, 'there are no __proto__: there are cards,'],
  ] as const)(
    '%s is a page with status %i, in the frame of the others',
    async ([path, status, says], { sandbox }) => {
      const page = await readPage(sandbox, path)
      expect(page.status).toBe(status)
      expect(page.text).toContain(says)
      expect(page.html).toContain('<nav class="rail"')
      expect(page.html).toContain('href="/_sandbox/"')
    },
  )

  test('is JSON for a program', async ({ sandbox }) => {
    for (const [method, accept] of [
      ['GET', '*/*'],
      ['GET', 'application/json'],
      ['POST', 'text/html'],
    ] as const) {
      const answer = await sandbox.fetch(`${sandbox.url}/_sandbox/nope`, { method, headers: { accept } })
      expect([method, accept, answer.status]).toEqual([method, accept, 404])
      expect((await answer.json()).error.message).toMatch(/^there is no \/_sandbox\/nope; there are /)
    }
  })

  test('keeps the account and the mode in its links', async ({ sandbox }) => {
    const { id } = sandbox.createAccount()
    const { html } = await readPage(sandbox, `/nope?account=${id}&livemode=true`)
    expect(html).toContain(`/_sandbox/?account=${id}&amp;livemode=true`)
  })

  test('shows nothing to a browser without the token, where the control plane asks for one', async ({
    sandbox,
  }) => {
    const { url } = await sandbox.listen({ port: 0, controlToken: 'mine' })
    const ask = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${url}/_sandbox${path}`, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })
    expect((await ask('/nope')).status).toBe(401)
    const cookie = (await ask('/?token=mine')).headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await ask('/nope', { cookie })).status).toBe(404)
  })
})
