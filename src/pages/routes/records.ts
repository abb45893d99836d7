import * as z from 'zod/mini'
import { controlRoute } from '../../control/route'
import { optional } from '../../kernel/wire'
import { viewOf } from './pages'

export const recordRoutes = [
  controlRoute('GET /records/:kind/csv', {
    scoped: 'one',
    params: { kind: 'Kind of the records, such as `charges`' },
    summary: 'The records of a kind as CSV, for spreadsheets: a column for each field, amounts in subunits',
    input: () =>
      z.strictObject({
        q: optional('Search, as on the page. Default: all', z.string()),
        of: optional('Id of the record whose records are listed. Default: all', z.string()),
        deliveries: optional('`shown` lists events about deliveries too. Default: not', z.literal('shown')),
      }),
    returns: () => null,
    text: {
      type: 'text/csv',
      example: 'object,id,amount,currency\r\n"charge","chrg_test_1",10000,"thb"\r\n',
    },
    run: async (call) => {
      const { recordsCsv } = await import('../dashboard/records/csv')
      return new Response(recordsCsv(viewOf(call)), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${call.params.kind}.csv"`,
        },
      })
    },
  }),
]
