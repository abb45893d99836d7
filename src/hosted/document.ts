import type { Hono } from 'hono'
import { type AppEnv, Exchange } from '../http/exchange'
import { refuse } from '../http/mount'
import { fromBase64 } from '../kernel/base64'
import { failNotFound } from '../kernel/errors'
import type { DocumentRow, FileRow } from '../resources/document/model'

/** The file behind a document's `download_uri`. Needs no key: the address itself is the secret. */
export const mountDocument = (app: Hono<AppEnv>): void => {
  app.get('/disputes/:id/documents/:document/downloads/:token', (context) => {
    const exchange = new Exchange(context)
    const found = findFile(exchange)
    if (found === null) return refuse(exchange, failNotFound('document', exchange.param('document')))
    const { document, file } = found
    exchange.setHeader('content-type', document.contentType)
    // A browser must not render the bytes as a page, whatever they look like.
    exchange.setHeader('x-content-type-options', 'nosniff')
    exchange.setHeader('content-disposition', `inline; filename*=UTF-8''${encoded(document.filename)}`)
    return exchange.send(200, fromBase64(file.base64))
  })
}

/** Encodes a file name as in RFC 5987. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)

const findFile = (exchange: Exchange): { document: DocumentRow; file: FileRow } | null => {
  for (const world of exchange.backend.accounts.worlds) {
    const document = world.documents.get(exchange.param('document'))
    const file = document === undefined || document.deleted ? undefined : world.files.get(document.file)
    if (
      document?.dispute === exchange.param('id') &&
      document.downloadToken === exchange.param('token') &&
      file !== undefined
    )
      return { document, file }
  }
  return null
}
