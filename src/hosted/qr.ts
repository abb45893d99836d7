import type { Hono } from 'hono'
import { renderSVG } from 'uqr'
import { type AppEnv, Exchange } from '../http/exchange'
import { refuse } from '../http/mount'
import { failNotFound } from '../kernel/errors'
import type { PayerReference } from '../resources/source/model'

/** The image behind `scannable_code.image.download_uri`. Needs no key: the address itself is the secret. */
export const mountQrImage = (app: Hono<AppEnv>): void => {
  app.get('/charges/:id/documents/:document/downloads/:token', (context) => {
    const exchange = new Exchange(context)
    const reference = findReference(exchange)
    if (reference === null) return refuse(exchange, failNotFound('document', exchange.param('document')))
    exchange.setHeader('content-type', 'image/svg+xml')
    return exchange.send(200, renderSVG(reference.rawData, { border: 2 }))
  })
}

const findReference = (exchange: Exchange): PayerReference | null => {
  for (const world of exchange.backend.accounts.worlds) {
    const source = world.charges.get(exchange.param('id'))?.source ?? null
    const reference = source === null ? null : (world.sources.get(source)?.reference ?? null)
    if (
      reference?.documentId === exchange.param('document') &&
      reference.downloadToken === exchange.param('token')
    )
      return reference
  }
  return null
}
