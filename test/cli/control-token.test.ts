/** Commands and a control plane that asks for a token: contract 5, row `Control plane off loopback`. */
import { describe, expect, test } from 'vitest'
import { makeSandbox } from '../support/set-up'
import { command, serving } from './command'
import { inside } from './inside'

describe('a sandbox that is not on loopback', () => {
  const everywhere = async () => {
    const { url, controlToken } = await makeSandbox().listen({ port: 0, host: '0.0.0.0' })
    return { url, token: controlToken ?? '' }
  }

  test('is controlled with its token, from the command line or the environment', async () => {
    const { url, token } = await everywhere()
    const calls = [
      ['clock', 'advance', '1d'],
      ['trigger', 'customer.create'],
      ['events'],
      ['fixtures', 'record'],
    ]
    for (const words of calls) {
      expect(await inside([...words, '--url', url]), words.join(' ')).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^payment-sandbox: the control plane requires a token here: .*--control-token <token>\n$/,
        ),
      })
      const variables = { PAYMENT_SANDBOX_CONTROL_TOKEN: token, PAYMENT_SANDBOX_URL: url }
      for (const ended of [
        inside([...words, '--url', url, '--control-token', token]),
        inside(words, variables),
      ])
        expect(await ended, words.join(' ')).toMatchObject({ code: 0, stderr: '' })
    }
    expect(await inside(['clock', '--url', url, '--control-token', 'ซ่อน'])).toMatchObject({ code: 2 })
  })

  test('passes its token to the command of exec, and prints the address of its dashboard in the banner', async () => {
    const script = `const { PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_CONTROL_TOKEN: token } = process.env
      fetch(url + '/_sandbox/clock', { headers: { authorization: 'Bearer ' + token } }).then((answer) => console.log(answer.status, token))`
    const ended = await command(['exec', '--host', '0.0.0.0', '--', process.execPath, '-e', script]).ended
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^200 [\w-]{22}\n$/) })
    const server = await serving(['--host', '0.0.0.0', '--log', 'pretty'])
    expect(await server.line(/^ {2}Dashboard /)).toMatch(
      /^ {2}Dashboard {3}http:\/\/127\.0\.0\.1:\d+\/_sandbox\/\?token=[\w-]{22}$/,
    )
    expect(server.lines.filter((line) => line.length > 80)).toEqual([])
  })
})
