/** A published client against a worker, as it is: the names of its hosts lead to the worker, as a name server would. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Charge } from '../../src/index'
import { makeClient } from '../support/client'
import { teamOfFile } from './team'

const team = teamOfFile({ allowHosts: ['api.omise.co', 'vault.omise.co'] })
const root = fileURLToPath(new URL('../..', import.meta.url))

const program = `
const [http, https, omise] = [require('node:http'), require('node:https'), require('omise')]
const { hostname, port } = new URL(process.env.TEAM)
https.request = ({ host, headers, ...options }, answered) =>
  http.request({ ...options, hostname, port, agent: undefined, headers: { ...headers, host } }, answered)
const client = omise({ publicKey: 'pkey_test_npm', secretKey: 'skey_test_npm' })
const card = { name: 'A', number: '4242424242424242', expiration_month: 1, expiration_year: 2040 }
const pay = async () => {
  const token = await client.tokens.create({ card })
  const { id } = await client.charges.create({ amount: 10000, currency: 'thb', card: token.id })
  await client.charges.createRefund(id, { amount: 4000 })
  const none = await client.charges.retrieve('chrg_test_none').catch(({ code }) => code)
  console.log(JSON.stringify({ id, none }))
}
pay()
`

test('makes a token, a charge and a refund', async () => {
  const ran = await promisify(execFile)(process.execPath, ['-e', program], {
    cwd: root,
    env: { ...process.env, TEAM: team().url, http_proxy: '' },
  })
  const { id, none } = JSON.parse(ran.stdout)
  expect(none).toBe('not_found')
  const { body } = await makeClient(team().account('npm')).get<Charge>(`/charges/${id}`)
  expect([body.amount, body.refunded_amount]).toEqual([10_000, 4_000])
})
