/** The token of the control plane: in a header, or in the cookie that a browser gets for `?token=`. */
import { describe, expect, test } from 'vitest'
import { worker } from '../../src/workers/worker'
import { token } from '../support/team-at'
import { teamOfFile } from './team'

const team = teamOfFile()

const visit = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${team().url}/_sandbox${path}`, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })

const cookieOf = (answer: Response): string => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

/** A worker without a runtime, whose objects answer nothing. */
const askWith = (CONTROL_TOKEN: string | undefined, path: string, headers: Record<string, string> = {}) => {
  const SANDBOX = { idFromName: () => '', get: () => ({ fetch: async () => new Response('passed on') }) }
  return worker.fetch(new Request(`http://localhost/_sandbox${path}`, { headers }), {
    CONTROL_TOKEN,
    SANDBOX,
  })
}

const messageIn = async (answer: Response): Promise<string> => (await answer.json()).error.message

describe('without a token that protects it the control plane is closed, and says why and what to do', () => {
  const wayOut =
    'Make one with "openssl rand -hex 32", and set it with "npx wrangler secret put CONTROL_TOKEN"'
  test.each([
    [undefined, 'is not set'],
    ['', 'is not set'],
    ['x'.repeat(31), 'has 31 characters, and needs at least 32, as it could be guessed'],
    [
      'sixteen words of a phrase, which a header cannot carry',
      'must be letters, digits and marks, without spaces, quotes, commas, ; and \\',
    ],
  ])('%s', async (controlToken, flaw) => {
    const answer = await askWith(controlToken, '/clock?account=ci', {
      authorization: `Bearer ${controlToken}`,
    })
    expect([answer.status, await messageIn(answer)]).toEqual([
      403,
      `the control plane is closed: CONTROL_TOKEN ${flaw}. ${wayOut}`,
    ])
  })

  test('32 characters are enough', async () => {
    const controlToken = 'x'.repeat(32)
    const answer = await askWith(controlToken, '/clock?account=ci', {
      authorization: `Bearer ${controlToken}`,
    })
    expect(await answer.text()).toBe('passed on')
  })
})

describe('a wrong token is refused', () => {
  const html = { accept: 'text/html' }
  const cookie = 'payment_sandbox_token=wrong'
  test.each([
    ['in the header', '/clock?account=ci', { authorization: 'Bearer wrong' }],
    [
      'in the header, also with the right cookie',
      '/clock?account=ci',
      {
        authorization: 'Bearer wrong',
        cookie: `payment_sandbox_token=${token}`,
      },
    ],
    ['in a cookie', '/clock?account=ci', { cookie }],
    ['in the cookie of a page', '/?account=ci', { ...html, cookie }],
    ['in the address of a page', '/?account=ci&token=wrong', html],
    ['of its length', '/clock?account=ci', { authorization: `Bearer ${'x'.repeat(token.length)}` }],
  ])('%s', async (_, path, headers) => {
    const answer = await askWith(token, path, headers)
    expect([answer.status, answer.headers.has('set-cookie')]).toEqual([401, false])
    expect(await messageIn(answer)).toMatch(/^this is not the token .* the secret CONTROL_TOKEN/)
  })
})

test.each([{}, { accept: 'text/html' }])(
  'without a token, the refusal names the ways to send it: %j',
  async (headers) => {
    for (const path of ['/clock?account=ci', '/?account=ci', '/clock?account=ci&tokens=x']) {
      const answer = await askWith(token, path, headers)
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect(await messageIn(answer)).toMatch(
        /send "Authorization: Bearer <CONTROL_TOKEN>", .*\/_sandbox\/\?account=<name>&token=<CONTROL_TOKEN>/,
      )
    }
  },
)

test('the address of a call of the API is no place for the token', async () => {
  expect((await askWith(token, `/clock?account=ci&token=${token}`)).status).toBe(401)
})

describe('the account is named in ?account=, and what is wrong with a name is said', () => {
  const rule =
    'Give the part after skey_test_ of its keys: 1 to 64 letters, digits and _, which must not begin with test_'
  test.each([
    ['', `is missing. ${rule}`],
    ['%20', `is missing. ${rule}`],
    ['my%20shop', `my shop is no name of an account. ${rule}`],
    ['x'.repeat(65), `${'x'.repeat(64)}… is no name of an account. ${rule}`],
    ['test_x', `test_x is no name of an account. ${rule}`],
    ['skey_test_ci', 'skey_test_ci is a key. Give ci, the part after skey_test_ of its keys'],
  ])('"%s"', async (name, problem) => {
    const answer = await askWith(token, `/clock?account=${name}`, { authorization: `Bearer ${token}` })
    expect([answer.status, await messageIn(answer)]).toEqual([400, `?account=<name>: ${problem}`])
  })

  test('spaces around it do not count', async () => {
    const answer = await askWith(token, '/clock?account=%20ci%20', { authorization: `Bearer ${token}` })
    expect(answer.status).toBe(200)
  })
})

test('a link with ?token= leads to its page, of its account, with the token in the cookie', async () => {
  const answer = await visit(`/records/charges?account=ci&token=${token}&q=paid`)
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/_sandbox/records/charges?account=ci&q=paid',
  ])
  expect(answer.headers.get('set-cookie')).toMatch(/; Path=\/_sandbox; HttpOnly; SameSite=Strict$/)
  expect((await visit('/?account=ci', { cookie: cookieOf(answer) })).status).toBe(200)
})

test('a cookie alone, without the headers of a page, is refused with words that fit a worker', async () => {
  const cookie = cookieOf(await visit(`/?account=ci&token=${token}`))
  const answer = await fetch(`${team().url}/_sandbox/clock?account=ci`, { headers: { cookie } })
  const message = await messageIn(answer)
  expect([answer.status, message]).toEqual([
    401,
    expect.stringContaining('the token in the cookie counts only for'),
  ])
  expect(message).not.toContain('printed')
})

test('a state is deleted with the header only', async () => {
  const cookie = cookieOf(await visit(`/?account=ci&token=${token}`))
  const headers = { cookie, origin: team().url }
  const answer = await fetch(`${team().url}/_sandbox/state?account=ci`, { method: 'DELETE', headers })
  expect([answer.status, await messageIn(answer)]).toEqual([
    403,
    'to delete a state, send the token in the header "Authorization: Bearer <CONTROL_TOKEN>"',
  ])
})
