/** Contract 16: `exec` ends with what a person would want to know, on the standard error. */
import { describe, expect, it } from 'vitest'
import { openSink } from '../../support/sink'
import { command, type Ended } from '../command'

/** A command that makes calls, each with its key, method, path and form. */
const shop = (calls: readonly object[]) => `
  const { PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_SECRET_KEY: own } = process.env
  const call = ({ key = own, method = 'POST', path, form = '', headers }) => fetch(url + path, {
    method,
    headers: { authorization: 'Basic ' + btoa(key + ':'), ...headers },
    ...(method === 'GET' ? {} : { body: form.startsWith('{') ? form : new URLSearchParams(form) }),
  }).then((answer) => answer.text())
  const run = async () => {
    for (const one of ${JSON.stringify(calls)}) await call(one)
    console.log('done')
  }
  run()
`

const later = { path: '/_sandbox/clock', form: '{"advance":"1h"}' }
const customer = { path: '/customers', form: 'email=a@example.com' }

const exec = (args: readonly string[], calls: readonly object[]): Promise<Ended> =>
  command(['exec', ...args, '--', process.execPath, '-e', shop(calls)]).ended

/** Its last lines: on a slow machine some were said before, too. */
const endOf = (ended: Ended, count: number): readonly string[] => linesOf(ended).slice(-count)

const linesOf = ({ stderr }: Ended): readonly string[] => stderr.split('\n').filter((line) => line !== '')

/** The lines of a command that stays up, and is ended once it has said this. */
const endedAfter = async (said: RegExp, options: readonly string[], calls: readonly object[]) => {
  const stays = `${shop(calls)}; setInterval(() => undefined, 1000)`
  const { process: child, ended } = command(['exec', ...options, '--', process.execPath, '-e', stays])
  await new Promise((resolve) => child.stderr?.on('data', (text) => said.test(text) && resolve(null)))
  child.kill('SIGTERM')
  return linesOf(await ended)
}

describe('the end of exec', () => {
  it('says nothing when there is nothing to say', async () => {
    const sink = await openSink()
    expect(await exec(['--webhook', sink.url], [customer])).toEqual({ code: 0, stdout: 'done\n', stderr: '' })
  })

  it('counts the webhooks that were not accepted, by answer, with the hint', async () => {
    const sink = await openSink()
    sink.script(401, 401, 204, 500)
    const ended = await exec(['--webhook', sink.url, '--profile', 'omise'], Array(4).fill(customer))
    expect(ended).toMatchObject({ code: 0, stdout: 'done\n' })
    expect(endOf(ended, 2)).toEqual([
      `payment-sandbox: 2 of 4 webhooks were answered 401 by ${sink.url}; signed in Omise-Signature and ` +
        'Omise-Signature-Timestamp, the key is the secret decoded from base64; ' +
        'the option webhookSecret (--webhook-secret) sets it',
      `payment-sandbox: 1 of 4 webhooks were answered 500 by ${sink.url}`,
    ])
  })

  it('does not count a webhook that was refused as its signature was to be', async () => {
    const sink = await openSink()
    sink.script(401)
    const fault = { path: '/_sandbox/faults', form: '{"webhook":"customer.create","signature":"invalid"}' }
    expect((await exec(['--webhook', sink.url], [fault, customer])).stderr).toBe('')
  })

  it('counts a webhook that was accepted later as accepted', async () => {
    const sink = await openSink()
    sink.script(401, 204)
    expect((await exec(['--webhook', sink.url], [customer, later])).stderr).toBe('')
  })

  it('says what a receiver answered before it was gone', async () => {
    const receiver = `
      const app = require('node:http').createServer((request, answer) => {
        answer.writeHead(404, { connection: 'close' }).end()
        app.close(() => call(${JSON.stringify(later)}))
      })
      app.listen(0, '127.0.0.1', async () => {
        const uri = 'http://127.0.0.1:' + app.address().port + '/hooks'
        const form = JSON.stringify({ webhook_uri: uri })
        await call({ method: 'PATCH', path: '/account', form, headers: { 'content-type': 'application/json' } })
        await call(${JSON.stringify(customer)})
      })`
    const ended = await command(['exec', '--', process.execPath, '-e', shop([]) + receiver]).ended
    expect(endOf(ended, 1)).toEqual([
      expect.stringMatching(/^payment-sandbox: 1 of 1 webhook was answered 404 by http:\S+\/hooks$/),
    ])
  })

  it('names a refused webhook once while the command stays up, and counts it at its end', async () => {
    const sink = await openSink(401)
    const refused = new RegExp(
      `^payment-sandbox: the webhook customer.create was answered 401 by ${sink.url}; signed in .*webhookSecret`,
    )
    expect(await endedAfter(refused, ['--webhook', sink.url], [customer, customer])).toEqual([
      expect.stringMatching(refused),
      expect.stringMatching(/^payment-sandbox: 2 of 2 webhooks were answered 401 /),
    ])
  })

  it('names the operation that an unknown path may mean', async () => {
    const refund = { path: '/charges/chrg_test_5xuy4w91xqz7d1w9u0t/refund' }
    expect(linesOf(await exec([], [refund]))).toEqual([
      'payment-sandbox: POST /charges/:id/refund: did you mean /charges/:id/refunds?',
    ])
  })

  it.each([
    ['', [], /^payment-sandbox: no call arrived: .*PAYMENT_SANDBOX_URL.*--intercept omise/],
    [' past its proxy', ['--intercept', 'omise'], /^payment-sandbox: no call arrived: .*HTTPS_PROXY/],
  ])('says that no call arrived%s', async (_, options, line) => {
    const silent = command(['exec', ...options, '--', 'true'])
    expect(linesOf(await silent.ended)).toEqual([expect.stringMatching(line)])
    const quiet = command(['exec', '--quiet', ...options, '--', 'true'])
    expect(await quiet.ended).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('names refused keys, warnings, ignored parameters, and faults that were never met', async () => {
    const wrongKey = { method: 'GET', path: '/balance', key: 'skey_test_other' }
    const version = { method: 'GET', path: '/account', headers: { 'omise-version': '2015-11-17' } }
    const misspelt = { path: '/customers', form: 'emial=a@example.com' }
    const fault = { path: '/_sandbox/faults', form: '{"method":"POST","path":"/charges","drop":"response"}' }
    const met = { path: '/_sandbox/faults', form: '{"path":"/customers","respond":{"status":503}}' }
    const webhooks = { path: '/_sandbox/faults', form: '{"webhook":"charge.*","drop":true}' }
    const calls = [wrongKey, wrongKey, version, fault, met, misspelt, misspelt, webhooks]
    expect(endOf(await exec([], calls), 5)).toEqual([
      expect.stringMatching(
        /^payment-sandbox: GET \/balance was refused with 401 authentication_failure: .+ \(2 times\)$/,
      ),
      expect.stringMatching(/^payment-sandbox: GET \/account: Omise-Version was not read.*--profile omise/),
      'payment-sandbox: POST /customers ignored emial: it has no such parameter',
      expect.stringMatching(/^payment-sandbox: the fault \w+ of POST \/charges was never met$/),
      expect.stringMatching(/^payment-sandbox: the fault \w+ of webhooks charge\.\* was never met$/),
    ])
  })

  it('names a refused key once while the command stays up, and at its end', async () => {
    const refused =
      /^payment-sandbox: POST \/tokens was refused with 401 .* the options publicKey and secretKey \(--public-key, --secret-key\) set your own/
    const lines = await endedAfter(refused, [], Array(2).fill({ path: '/tokens', key: 'pkey_test_shop' }))
    expect(lines).toEqual([expect.stringMatching(refused), expect.stringMatching(/ \(2 times\)$/)])
  })

  it('leaves that out with --quiet, and says it with --log too', async () => {
    const misspelt = { path: '/customers', form: 'emial=a@example.com' }
    expect(await exec(['--quiet'], [misspelt])).toEqual({ code: 0, stdout: 'done\n', stderr: '' })
    const { stderr } = await exec(['--log', 'json'], [misspelt])
    expect(stderr).toContain('\npayment-sandbox: POST /customers ignored emial')
  })

  it('says which profile it was where the hosts of the real service got the other', async () => {
    const args = ['--intercept', 'omise', '--profile', 'spec']
    const script = `fetch('https://api.omise.co/').then((answer) => console.log(answer.headers.get('sandbox-warning')))`
    const { stdout, stderr } = await command(['exec', ...args, '--', process.execPath, '-e', script]).ended
    expect(stdout).toContain("createSandbox({ profile: 'omise' })")
    expect(stderr).toBe(
      'payment-sandbox: the profile was spec, which follows the specification; --profile omise answers as Omise does\n',
    )
  })

  it('comes with the status of the command, also of one that fails', async () => {
    const call = `fetch(process.env.PAYMENT_SANDBOX_URL + '/account').then(() => process.exit(7))`
    const { code, stderr } = await command(['exec', '--', process.execPath, '-e', call]).ended
    expect(code).toBe(7)
    expect(stderr).toMatch(/^payment-sandbox: GET \/account was refused with 401 /)
  })
})
