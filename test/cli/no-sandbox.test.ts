/** Contract 1: what commands that talk to a running sandbox say where none runs. */
import { describe, expect, it } from 'vitest'
import { serverOf } from '../support/server'
import { inside } from './inside'

describe('without a sandbox at the address', () => {
  it.each([['clock'], ['events'], ['snapshot save x.json']])(
    '%s says so in one line and ends with 1',
    async (words) => {
      expect(await inside([...words.split(' '), '--url', 'http://127.0.0.1:1'])).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'payment-sandbox: no sandbox answers at http://127.0.0.1:1 (connection refused): start one with "npx payment-sandbox", or give its address with --url or PAYMENT_SANDBOX_URL\n',
      })
    },
  )

  it('an invalid address is a wrong use', async () => {
    expect((await inside(['clock', '--url', 'here'])).code).toBe(2)
  })

  it('another server at the address is recognized', async () => {
    const url = await serverOf((_, response) => void response.end('hello'))
    const { code, stderr } = await inside(['clock', '--url', url])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('is not a payment-sandbox') })
  })
})
