import { describe, expect } from 'vitest'
import type { Export } from '../../../../src/service/resources/export/index'
import type { Params } from '../../../support/form'
import { openSearch, type SearchBody } from '../../../support/search'
import { day, expectSuccess, type SetUp, setUp, test } from '../../../support/set-up'

const open = ({ client, sandbox }: SetUp) => {
  const make = async (params: Params): Promise<Export> => {
    const asked = { export: true, filter_type: 'monthly_created', ...params }
    const found = expectSuccess(await client.get<SearchBody>('/search', asked))
    return expectSuccess(await client.get<Export>(`/exports/${found.export}`))
  }
  /** Needs no key: the address itself is the secret. */
  const load = async ({ download_uri: uri }: Export) => (await sandbox.fetch(uri)).text()
  /** Cells by the names in the first line, where no cell has a comma in it. */
  const tableOf = (csv: string): readonly Record<string, string>[] => {
    const [head = [], ...lines] = csv
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
    return lines.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ''])))
  }
  return { client, sandbox, make, load, tableOf }
}

const shop = async () => {
  const { idOf, ...setup } = await openSearch()
  return { idOf, ...open(setup) }
}

describe('spec 4.10, assumption search-exports: an export of a search', () => {
  test('shows its contents and its address', async () => {
    const { sandbox, make } = await shop()
    const made = await make({ scope: 'charge', query: 'coffee', limit: 2 })
    expect(made).toMatchObject({ scope: 'charge', filter_type: 'monthly_created', total: 5 })
    expect(made.download_uri).toMatch(new RegExp(`^${sandbox.url}/exports/${made.id}/downloads/\\w{16,}$`))
    const { headers } = await sandbox.fetch(made.download_uri)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="charge-monthly_created.csv"')
  })

  test.each([
    ['monthly_created', 'month_created', '2026-01'],
    ['monthly_date', 'date_created', '2026-01-15'],
    ['monthly_captured', 'month_captured', '2026-01'],
  ])('%s begins with %s, then has all attributes of the scope', async (type, head, first) => {
    const { idOf, make, load, tableOf } = await shop()
    const made = await make({ scope: 'charge', query: 'roast_beef', filter_type: type })
    const all = await load(await make({ scope: 'charge', filter_type: type, filters: { currency: 'thb' } }))
    const [names = ''] = all.split('\r\n')
    expect(names).toBe(
      `${head},amount,authorized,capture,captured,captured_at,created,credit_card_brand,card_last_digits,` +
        'currency,failure_code,source_of_fund,source_type,status,disputed,fraud,is_installment,refunded,' +
        'scheduled,voided,refund_amount,installment_terms,id,card_bank,card_name,description,failure_message,metadata',
    )
    // It was never captured: it has no such month.
    expect(made.total).toBe(type === 'monthly_captured' ? 0 : 1)
    expect(tableOf(await load(made)).map(({ id, amount, captured_at: at }) => [id, amount, at])).toEqual(
      type === 'monthly_captured' ? [] : [[idOf('g'), '100.00', '']],
    )
    expect(new Set(tableOf(all).map((cells) => cells[head]))).toEqual(new Set([first]))
  })

  test.each([
    ['reverse_chronological', ['b', 'a', 'c']],
    ['chronological', ['a', 'b', 'c']],
  ])('is in the order of its first column, and of the search, %s, within it', async (order, expected) => {
    const { client, sandbox, make, load, tableOf } = open(setUp())
    for (const [description, days] of [
      ['a', 1],
      ['b', 40],
      ['c', 0],
    ] as const) {
      await client.charge({ description })
      await sandbox.clock.advance(days * day)
    }
    const made = await make({ scope: 'charge', order })
    expect(tableOf(await load(made)).map(({ description }) => description)).toEqual(expected)
  })

  test('has quotes where a cell needs them', async ({ client, setup }) => {
    const { make, load } = open(setup)
    const { id } = await client.customer({ description: 'a "b", c\nd', email: 'a@example.com' })
    const text = await load(await make({ scope: 'customer' }))
    expect(text).toContain(`,${id},"a ""b"", c\nd",a@example.com,{}\r\n`)
  })

  test('has the records that were found, as they are when it is fetched, without those deleted since', async () => {
    const { client, sandbox, make, load, tableOf } = open(setUp())
    const ids = []
    for (const description of ['tea one', 'tea two', 'juice']) {
      ids.push((await client.customer({ description })).id)
      await sandbox.clock.advance(1000)
    }
    const [one = '', two = '', three = ''] = ids
    const made = await make({ scope: 'customer', query: 'tea', order: 'chronological' })
    await client.patch(`/customers/${one}`, { description: 'water' })
    await client.patch(`/customers/${three}`, { description: 'tea three' })
    const shown = async () => tableOf(await load(made)).map(({ id, description }) => [id, description])
    expect(await shown()).toEqual([
      [one, 'water'],
      [two, 'tea two'],
    ])
    await client.delete(`/customers/${one}`)
    expect(await shown()).toEqual([[two, 'tea two']])
  })

  test('has the default recipient too, which has no row until it is needed', async ({ setup }) => {
    const { make, load, tableOf } = open(setup)
    const made = await make({ scope: 'recipient' })
    expect(made.total).toBe(1)
    expect(tableOf(await load(made))).toMatchObject([{ id: expect.stringMatching(/^recp_test_/) }])
  })

  test('is kept as its records: a snapshot holds no copy of them, and brings it back', async () => {
    const { client, sandbox, make, load } = open(setUp())
    const before = sandbox.snapshot()
    for (let i = 0; i < 20; i += 1) await client.charge({ description: 'Coffee '.repeat(30) })
    const made = await make({ scope: 'charge' })
    const text = await load(made)
    expect(text.length).toBeGreaterThan(20 * 300)
    const after = sandbox.snapshot()
    const kept = Object.values(after.worlds).flatMap(({ exports: rows }) => rows ?? [])
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept).length).toBeLessThan(20 * 40 + 400)
    sandbox.restore(before)
    expect((await sandbox.fetch(made.download_uri)).status).toBe(404)
    sandbox.restore(JSON.parse(JSON.stringify(after)))
    expect(await load(made)).toBe(text)
  })

  test('is not found by another address', async () => {
    const { sandbox, make } = await shop()
    const made = await make({ scope: 'charge' })
    for (const uri of [`${made.download_uri}0`, made.download_uri.replace(made.id, 'expt_test_nobody')])
      expect((await sandbox.fetch(uri)).status).toBe(404)
  })

  test('is shown by the search itself with expand=true', async ({ client }) => {
    const asked = { scope: 'charge', export: true, filter_type: 'monthly_date', expand: true }
    const { export: file } = expectSuccess(await client.get<SearchBody>('/search', asked))
    expect(file).toMatchObject({ object: 'export', filter_type: 'monthly_date', total: 0 })
  })
})
