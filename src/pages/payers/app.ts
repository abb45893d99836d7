import { once } from '../../kernel/json'
import { buildApp } from '../../service/http/app'
import { routes } from '../../service/resources/registry'
import { mountAuthorizePage } from './authorize'
import { mountDownloads } from './downloads'
import { hostedFiles } from './files'
import { mountLinkPage } from './link'
import { mountProvider } from './provider'

/** One app for all sandboxes of the process, built at the first request, because building it is expensive. */
export const app = once(() =>
  buildApp(routes, {
    // A function, so that a first charge does not load the pages.
    files: { answer: (name) => hostedFiles.answer(name) },
    pages: [mountAuthorizePage, mountLinkPage, mountDownloads, mountProvider],
  }),
)
