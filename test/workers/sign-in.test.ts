/** The page where a browser hands over the token, and the other ways of a browser to the dashboard. */
import { describe, expect, test } from 'vitest'
import { token } from '../support/team-at'
import { teamOfFile } from './team'

const team = teamOfFile()

const visit = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${team().url}/_sandbox${path}`, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })

const send = (body: URLSearchParams | string, headers: Record<string, string> = {}) =>
  fetch(`${team().url}/_sandbox/sign-in`, { method: 'POST', body, headers, redirect: 'manual' })

const cookieOf = (answer: Response): string => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

/** The text of the page's alert. */
const complaintIn = async (answer: Response): Promise<string | undefined> =>
  /role="alert">([^<]*)</.exec(await answer.text())?.[1]

describe('the form says which field is wrong, why, and what helps', () => {
  const wrongToken = /^Token: this is not the token of this sandbox\. Take the value .* CONTROL_TOKEN/
  test.each([
    ['another token', { account: 'ci', token: 'wrong' }, 401, wrongToken],
    ['a token with a line break', { account: 'ci', token: 'a\nb' }, 401, wrongToken],
    ['a token of other letters', { account: 'ci', token: 'é€' }, 401, wrongToken],
    ['no token', { account: 'ci' }, 401, /^Token: is missing\. Take the value .* CONTROL_TOKEN/],
    ['no account', { account: ' ', token }, 400, /^Account: is missing\. Give the part after skey_test_/],
    ['a name with a space', { account: 'my shop', token }, 400, /^Account: my shop is no name of an account/],
    ['a name that is too long', { account: 'x'.repeat(65), token }, 400, /^Account: x+… is no name/],
    ['a name that begins with test_', { account: 'test_x', token }, 400, /must not begin with test_/],
    ['a key', { account: 'skey_test_ci', token }, 400, /^Account: skey_test_ci is a key\. Give ci,/],
    ['markup', { account: '<b>', token }, 400, /^Account: &lt;b&gt; is no name/],
  ])('%s', async (_, fields, status, complaint) => {
    const answer = await send(new URLSearchParams(fields))
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await complaintIn(answer)).toMatch(complaint)
    expect(answer.headers.has('set-cookie')).toBe(status !== 401)
  })

  test('the page loads its style without a token', async () => {
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(await (await visit('/')).text()) ?? []
    const answer = await fetch(new URL(style, team().url))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test('a form that is too large', async () => {
    const answer = await send(new URLSearchParams({ account: 'ci', token: 'x'.repeat(20_000) }))
    expect([answer.status, await complaintIn(answer)]).toEqual([
      400,
      'The form is not read: request body is too large (maximum is 16384 bytes). Send the fields account and token, as this page does.',
    ])
  })

  test('the page takes the names that accounts have, and gives their rule to the browser', async () => {
    const page = await (await visit('/')).text()
    expect(page).toContain('title="the part after skey_test_ of its keys: 1 to 64 letters, digits and _,')
    const [, pattern = ''] = /pattern="([^"]+)"/.exec(page) ?? []
    const fits = (name: string) => new RegExp(`^(?:${pattern})$`, 'v').test(name)
    expect(['ci', 'A_1', 'test', 'test_x', 'my-shop', '', 'x'.repeat(65)].filter(fits)).toEqual([
      'ci',
      'A_1',
      'test',
    ])
  })
})

test('spaces around what was pasted do not count', async () => {
  const answer = await send(new URLSearchParams({ account: ' ci ', token: ` ${token}\n` }))
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/_sandbox/?account=ci'])
})

test('who is signed in is asked for a name alone, and the same is wrong with it', async () => {
  const cookie = cookieOf(await send(new URLSearchParams({ account: 'ci', token })))
  const page = await (await visit('/?account=test_x', { cookie })).text()
  expect(page).toMatch(/Account: test_x is no name of an account/)
  expect(page).not.toContain('name="token"')
  const chosen = await send(new URLSearchParams({ account: 'other' }), { cookie })
  expect(chosen.headers.get('location')).toBe('/_sandbox/?account=other')
})

test('a cookie alone, without the headers of a page, is refused with words that fit a worker', async () => {
  const cookie = cookieOf(await send(new URLSearchParams({ account: 'ci', token })))
  const answer = await fetch(`${team().url}/_sandbox/clock?account=ci`, { headers: { cookie } })
  const { message } = (await answer.json()).error
  expect([answer.status, message]).toEqual([
    401,
    expect.stringContaining('the token in the cookie counts only for'),
  ])
  expect(message).not.toContain('printed')
})

test('a link with ?token= leads to its page, of its account, with the token in the cookie', async () => {
  const answer = await visit(`/records/charges?account=ci&token=${token}&q=paid`)
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/_sandbox/records/charges?account=ci&q=paid',
  ])
  expect((await visit('/?account=ci', { cookie: cookieOf(answer) })).status).toBe(200)
  const wrong = await visit('/?account=ci&token=wrong')
  expect([wrong.status, await complaintIn(wrong)]).toEqual([
    401,
    expect.stringMatching(/^Token: this is not/),
  ])
})

test('the control plane says what is wrong with a name', async () => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${team().url}/_sandbox/clock?account=test_x`, { headers })
  expect([answer.status, (await answer.json()).error.message]).toEqual([
    400,
    '?account=<name>: test_x is no name of an account. Give the part after skey_test_ of its keys: 1 to 64 letters, digits and _, which must not begin with test_',
  ])
})
