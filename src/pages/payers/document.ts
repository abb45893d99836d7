import { fromBase64 } from '../../kernel/base64'
import { failNotFound } from '../../kernel/errors'
import type { App, AppContext } from '../../service/http/env'
import { send, setHeader } from '../../service/http/send'
import type { DocumentRow, FileRow } from '../../service/resources/document/model'

/** The file behind a document's `download_uri`. It needs no key: the token in the address is the secret. */
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
  const world = context.env.backend.accounts.recordWorlds.of(id)
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
