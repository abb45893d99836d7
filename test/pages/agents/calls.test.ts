/** Contract 20: what tools find in the documentation, and how their own calls are told apart. */
import { describe, expect } from 'vitest'
import { agentOf, recordsIn } from '../../support/agents'
import { makeSandbox, test } from '../../support/set-up'

describe('a search', () => {
  test('for an exact name gives that entry in full, and the others with the word after it', async () => {
    const { use } = await agentOf(makeSandbox())
    let { text, data } = await use('search_docs', { query: 'POST /charges' })
    expect(text).toMatch(/^api: \/charges; after it, \d+ others with these words\n/)
    expect(data).toMatchObject({ name: 'POST /charges' })
    const others = [...recordsIn(data.others ?? [])]
    while (data.more !== undefined) {
      ;({ data } = await use('search_docs', { more: data.more }))
      others.push(...recordsIn(data.others ?? []))
    }
    expect(others).toContainEqual(expect.objectContaining({ name: 'POST /charges/{id}/capture' }))
    expect(others).toHaveLength(Number(/(\d+) others/.exec(text)?.[1]))
    expect(others).not.toContainEqual(expect.objectContaining({ name: 'POST /charges' }))
  })

  test('for a name of several entries begins with those', async () => {
    const { use } = await agentOf(makeSandbox())
    const { data } = await use('search_docs', { query: 'insufficient_fund' })
    const [first, second, third, ...rest] = recordsIn(data.data)
    expect(first).toMatchObject({ topic: 'errors', name: '402 insufficient_fund' })
    for (const one of [second, third]) expect(one).toMatchObject({ name: 'insufficient_fund' })
    expect(rest.length).toBeGreaterThan(3)
  })
})

describe('the calls of tools', () => {
  test('have the name of the tool in the journal; those of a shop have none', async ({ sandbox }) => {
    const { use } = await agentOf(sandbox)
    await sandbox.fetch('/customers', { headers: { authorization: sandbox.authorization.secret } })
    const { data: token } = await use('create_token')
    await use('call_api', { method: 'GET', path: '/account' })
    await use('find_records', { id: token.id })
    expect(sandbox.requests.list().map(({ path, tool }) => [path, tool])).toEqual([
      ['/customers', null],
      ['/tokens', 'create_token'],
      ['/account', 'call_api'],
      [`/tokens/${token.id}`, 'find_records'],
    ])
    expect(sandbox.requests.count({ tool: null })).toBe(1)
    expect((await use('list_requests')).text).toMatch(
      /call=GET \/account status=200|GET \/account.*tool=call_api/,
    )
  })

  test('are passed over by explain_error, where a call of a shop failed', async ({ sandbox }) => {
    const { use } = await agentOf(sandbox)
    await use('find_records', { id: 'chrg_test_none' })
    expect((await use('explain_error')).text).toMatch(/^no request has failed yet/)
    await use('call_api', { method: 'POST', path: '/charges', parameters: { amount: 5 } })
    expect((await use('explain_error')).data).toMatchObject({ call: 'POST /charges' })
    await sandbox.fetch('/refunds/none')
    await use('call_api', { method: 'GET', path: '/customers/cust_test_none' })
    expect((await use('explain_error')).data).toMatchObject({ call: 'GET /refunds/none' })
  })
})
