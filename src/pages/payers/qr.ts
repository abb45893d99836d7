import { renderSVG } from 'uqr'
import { failNotFound } from '../../kernel/errors'
import type { App, AppContext } from '../../service/http/env'
import { send, setHeader } from '../../service/http/send'
import type { PayerReference } from '../../service/resources/source/model'

/** The image behind `scannable_code.image.download_uri`. It needs no key: the address is the secret. */
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
  const world = context.env.backend.accounts.recordWorlds.of(id)
  const reference = world?.sources.get(world.charges.get(id)?.source ?? '')?.reference ?? null
  const isMeant =
    reference?.documentId === context.req.param('document') &&
    reference?.downloadToken === context.req.param('token')
  return isMeant ? reference : null
}
