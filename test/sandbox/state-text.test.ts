/** The state as text, piece by piece: the same as in one piece, and no more of it at a time than is read. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { stateStream, stateText } from '../../src/sandbox/snapshots/snapshot'
import { runs } from '../support/arbitraries'
import { happening, tell } from '../support/happenings'
import { plainSandbox, setUp, stateOf, test } from '../support/set-up'

test('the chunks together are the text of the whole state', async () => {
  const property = fc.asyncProperty(fc.array(happening, { maxLength: 6 }), async (names) => {
    const sandbox = plainSandbox()
    await tell(sandbox, names)
    const text = [...stateText(sandbox.snapshot())].join('')
    expect(JSON.parse(text)).toEqual(JSON.parse(stateOf(sandbox)))
    await sandbox.close()
  })
  await fc.assert(property, runs(40))
})

test('GET /_sandbox/state returns the state at the time of the request', async ({ sandbox, client }) => {
  for (let i = 0; i < 300; i += 1) await client.customer({ description: 'ก'.repeat(200) })
  const state = stateOf(sandbox)
  const answer = await sandbox.fetch(`${sandbox.url}/_sandbox/state`)
  await client.customer()
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await answer.json()).toEqual(JSON.parse(state))
})

test('it comes in chunks, and each is rendered only when there is room for it', async () => {
  const { sandbox, client } = setUp()
  for (let i = 0; i < 500; i += 1) await client.customer({ description: 'x'.repeat(250) })
  const reader = stateStream(sandbox.snapshot()).getReader()
  const sizes: number[] = []
  for (let read = await reader.read(); !read.done; read = await reader.read()) sizes.push(read.value.length)
  expect(sizes.length).toBeGreaterThan(3)
  expect(Math.max(...sizes)).toBeLessThan(80 * 1024)
})
