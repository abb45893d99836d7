/** No spelling of an address reaches the control plane in another way. */
import { describe, expect, test } from 'vitest'
import { token } from '../support/team-at'
import { basic, teamOfFile } from './team'

const team = teamOfFile()

const disguises = ['/vault/_sandbox', '/%5Fsandbox', '/vault/%5Fsandbox', '//_sandbox', '/vault//_sandbox']

describe.each(disguises)('%s', (disguise) => {
  test.each(['', '/a/victim'])(
    'below "%s" answers nothing of the control plane, also with a key',
    async (place) => {
      for (const headers of [{}, basic('skey_test_victim')])
        for (const call of ['GET /clock', 'GET /state', 'DELETE /state', 'POST /reset']) {
          const [method = '', path] = call.split(' ')
          const answer = await fetch(`${team().url}${place}${disguise}${path}`, { method, headers })
          expect(answer.status, call).toBeOneOf([401, 403, 404])
        }
    },
  )
})

describe('a spelling of the control plane is answered as the control plane', () => {
  const ask = (path: string, init: RequestInit = {}) => fetch(`${team().url}${path}`, init)
  const messageOf = async (answer: Response) => (await answer.json()).error.message

  test.each(['/%5Fsandbox/clock', '/a/ci/%5f%73andbox/clock'])('%s asks for the token', async (path) => {
    const refused = await ask(path)
    expect([refused.status, await messageOf(refused)]).toEqual([
      401,
      expect.stringContaining('CONTROL_TOKEN'),
    ])
    const headers = { authorization: `Bearer ${token}` }
    expect((await ask(`${path}?account=ci`, { headers })).status).toBe(200)
  })

  test.each(['/vault/_sandbox/clock', '/a/ci/vault/%5Fsandbox/clock'])(
    '%s leads to the API',
    async (path) => {
      const answer = await ask(path, { headers: { authorization: `Bearer ${token}` } })
      expect([answer.status, await messageOf(answer)]).toEqual([
        404,
        'the control plane is on the API server: leave out /vault, or call the host whose name does not begin with vault.',
      ])
    },
  )

  test.each(['/accounts', '/accounts/', '/%61ccounts'])('POST %s makes no account', async (path) => {
    const init = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: '{}' }
    const answer = await ask(`/_sandbox${path}?account=ci`, init)
    expect([answer.status, await messageOf(answer)]).toEqual([
      403,
      'an account is made by the first use of its keys, skey_test_<name> and pkey_test_<name>',
    ])
  })
})
