import { failNotFound } from '../../kernel/errors'
import type { App } from '../../service/http/env'
import { send, setHeader } from '../../service/http/send'
import { renderCsv } from '../../service/resources/export/csv'
import { scopes } from '../../service/resources/registry'

/** The file behind an export's `download_uri`. Needs no key: the address itself is the secret. */
export const mountExport = (app: App): void => {
  app.get('/exports/:id/downloads/:token', (context) => {
    const id = context.req.param('id')
    const world = context.env.backend.accounts.recordWorlds.of(id)
    const row = world?.exports.get(id)
    const scope = scopes().find(({ name }) => name === row?.scope)
    if (
      world === undefined ||
      row === undefined ||
      scope === undefined ||
      row.downloadToken !== context.req.param('token')
    )
      throw failNotFound('export', id)
    setHeader(context, 'content-type', 'text/csv; charset=utf-8')
    setHeader(context, 'x-content-type-options', 'nosniff')
    setHeader(context, 'content-disposition', `attachment; filename="${row.scope}-${row.filterType}.csv"`)
    return send(context, 200, renderCsv(world, scope, row))
  })
}
