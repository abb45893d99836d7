import { mountAuthorizePage } from '../../hosted/authorize'
import { mountDocument } from '../../hosted/document'
import { mountExport } from '../../hosted/export'
import { hostedFiles } from '../../hosted/files'
import { mountLinkPage } from '../../hosted/link'
import { mountProvider } from '../../hosted/provider'
import { mountQrImage } from '../../hosted/qr'
import { buildApp } from '../../http/app'
import { once } from '../../kernel/json'
import { routes } from '../../resources/registry'

/** One app for all sandboxes of the process, built at the first request, because building it is expensive. */
export const app = once(() =>
  buildApp(routes, {
    // A function, so that a first charge does not load the pages.
    files: { answer: (name) => hostedFiles.answer(name) },
    pages: [mountAuthorizePage, mountLinkPage, mountQrImage, mountDocument, mountExport, mountProvider],
  }),
)
