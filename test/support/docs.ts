import { controlDocument } from '../../src/control/document'
import { defaults } from '../../src/options/config'
import type { CommandTarget, DocsSource } from '../../src/pages/docs/content'
import { controlRoutes } from '../../src/pages/routes'
import { openApiDocument } from '../../src/service/openapi/document'

const usual: CommandTarget = {
  url: `http://${defaults.host}:${defaults.port}`,
  vaultUrl: `http://${defaults.host}:${defaults.port + 1}`,
  keys: { public: defaults.publicKey, secret: defaults.secretKey },
  asksForToken: false,
}

/** What the documentation of a sandbox is made from. */
export const docsSource = (target = usual): DocsSource => ({
  target,
  service: () =>
    openApiDocument({ baseUrl: target.url, vaultUrl: target.vaultUrl, headerPrefix: defaults.headerPrefix }),
  control: () => controlDocument(target.url, '0.0.0', controlRoutes()),
})
