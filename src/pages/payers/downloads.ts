import { renderSVG } from 'uqr'
import { fromBase64 } from '../../kernel/base64'
import { failNotFound } from '../../kernel/errors'
import type { App, AppContext } from '../../service/http/env'
import { send, setHeader } from '../../service/http/send'
import type { DocumentRow, FileRow } from '../../service/resources/document/model'
import { renderCsv } from '../../service/resources/export/csv'
import { scopes } from '../../service/resources/registry'
import type { PayerReference } from '../../service/resources/source/model'

/** The files behind each `download_uri`. They need no key: the token in the address is the secret. */

/** The image behind `scannable_code.image.download_uri`. */
export const mountQrImage = (app: App): void => {
  app.get('/charges/:id/documents/:document/downloads/:token', (context) => {
    const reference = findReference(context)
    if (reference === null) throw failNotFound('document', context.req.param('document'))
    setHeader(context, 'content-type', 'image/svg+xml')
    return send(context, 200, renderSVG(reference.rawData, { border: 2 }))
  })
}

const findReference = (context: AppContext): PayerReference | null => {
  const id = context.req.param('id') ?? ''
  const world = context.env.backend.accounts.worldOfRecord(id)
  const reference = world?.sources.get(world.charges.get(id)?.source ?? '')?.reference ?? null
  const isMeant =
    reference?.documentId === context.req.param('document') &&
    reference?.downloadToken === context.req.param('token')
  return isMeant ? reference : null
}

/** The file of a document. */
export const mountDocument = (app: App): void => {
  app.get('/disputes/:id/documents/:document/downloads/:token', (context) => {
    const found = findFile(context)
    if (found === null) throw failNotFound('document', context.req.param('document'))
    const { document, file } = found
    setHeader(context, 'content-type', document.contentType)
    // A browser must not guess another type and render the bytes as a page.
    setHeader(context, 'x-content-type-options', 'nosniff')
    setHeader(context, 'content-disposition', `inline; filename*=UTF-8''${encoded(document.filename)}`)
    return send(context, 200, fromBase64(file.base64))
  })
}

/** Encodes a file name as in RFC 5987. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)

const findFile = (context: AppContext): { document: DocumentRow; file: FileRow } | null => {
  const id = context.req.param('document') ?? ''
  const world = context.env.backend.accounts.worldOfRecord(id)
  const document = world?.documents.get(id)
  if (
    document === undefined ||
    document.deleted ||
    document.dispute !== context.req.param('id') ||
    document.downloadToken !== context.req.param('token')
  )
    return null
  const file = world?.files.get(document.file)
  return file === undefined ? null : { document, file }
}

/** The file of an export. */
export const mountExport = (app: App): void => {
  app.get('/exports/:id/downloads/:token', (context) => {
    const id = context.req.param('id')
    const world = context.env.backend.accounts.worldOfRecord(id)
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
