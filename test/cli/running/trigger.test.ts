/** Contract 1: `trigger` makes an event happen on a running sandbox. */
import { describe, expect, it } from 'vitest'
import { overridesOf, summaryOf } from '../../../src/cli/running/trigger'
import { eventKeysOf } from '../../../src/service/resources/event/keys'
import { makeSandbox } from '../../support/set-up'
import type { Ended } from '../command'
import { inside } from '../inside'

const open = async () => {
  const { url } = await makeSandbox().listen({ port: 0 })
  return (...words: string[]): Promise<Ended> => inside(['trigger', ...words, '--url', url])
}

describe('trigger', () => {
  it('prints the event that it triggered, with the given parameters', async () => {
    const trigger = await open()
    const { code, stdout } = await trigger(
      'charge.complete',
      '-o',
      'amount=150000',
      '-o',
      'metadata.order=A-1',
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      object: 'event',
      key: 'charge.complete',
      data: { amount: 150_000, metadata: { order: 'A-1' } },
    })
    expect((await trigger('recipient.verify', '--json')).stdout).toMatch(/^\{"object":"event",.*\}\n$/)
  })

  it('shows a person the event, the record, its amount and its state', () => {
    const data = {
      object: 'charge',
      id: 'chrg_test_1',
      amount: 150_000,
      currency: 'THB',
      status: 'successful',
    }
    expect(summaryOf({ key: 'charge.complete', id: 'evnt_test_1', data })).toBe(
      `charge.complete  evnt_test_1
charge           chrg_test_1 THB 1,500.00 successful
                 --json shows all of it
`,
    )
  })

  it('--list prints every key of the specification, within 80 columns', async () => {
    const trigger = await open()
    const { stdout } = await trigger('--list')
    const lines = stdout.trimEnd().split('\n')
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(lines.flatMap((line) => /^\S+/.exec(line)?.[0] ?? [])).toEqual([...eventKeysOf('spec')])
    const all: { key: string }[] = JSON.parse((await trigger('--list', '--json')).stdout)
    expect(all.map(({ key }) => key)).toEqual([...eventKeysOf('spec')])
  })

  it('suggests a key for a misspelled one, and names a wrong parameter', async () => {
    const trigger = await open()
    expect(await trigger('charge.compleet')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('charge.complete'),
    })
    expect((await trigger()).code).toBe(2)
    expect((await trigger('charge.create', '-o', 'amount')).stderr).toMatch(/--override must be name=value/)
  })

  it('refuses a key that no profile has also where no sandbox answers', async () => {
    expect(await inside(['trigger', 'nope', '--url', 'http://127.0.0.1:9'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^payment-sandbox: there is no event nope: there are charge\.create,/),
    })
  })
})

it.each([
  [['amount=5000'], { amount: 5000 }],
  [['name=5000 THB', 'a=', 'b=x=y'], { name: '5000 THB', a: '', b: 'x=y' }],
  [['capture=false', 'deep.er.still=true'], { capture: false, deep: { er: { still: true } } }],
  [['metadata.a=1', 'metadata.b=two'], { metadata: { a: 1, b: 'two' } }],
  [['number=0012345678', 'card=4242424242424242'], { number: '0012345678', card: '4242424242424242' }],
  [['a=1', 'a.b=2'], { a: { b: 2 } }],
])('%j means %j', (given, body) => {
  expect(overridesOf(given)).toEqual(body)
})
