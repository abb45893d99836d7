import type { Hono } from 'hono'
import { type AppEnv, Exchange } from '../http/exchange'
import { refuse } from '../http/mount'
import { failNotFound } from '../kernel/errors'
import { scopes } from '../resources/registry'
import { csvOf } from '../search/csv'

/** The file behind an export's `download_uri`. Needs no key: the address itself is the secret. */
export const mountExport = (app: Hono<AppEnv>): void => {
  app.get('/exports/:id/downloads/:token', (context) => {
    const exchange = new Exchange(context)
    const id = exchange.param('id')
    for (const world of exchange.backend.accounts.worlds) {
      const row = world.exports.get(id)
      if (row === undefined || row.downloadToken !== exchange.param('token')) continue
      const scope = scopes.find(({ name }) => name === row.scope)
      if (scope === undefined) break
      exchange.setHeader('content-type', 'text/csv; charset=utf-8')
      exchange.setHeader('x-content-type-options', 'nosniff')
      exchange.setHeader('content-disposition', `attachment; filename="${row.scope}-${row.filterType}.csv"`)
      return exchange.send(200, csvOf(world, scope, row))
    }
    return refuse(exchange, failNotFound('export', id))
  })
}
