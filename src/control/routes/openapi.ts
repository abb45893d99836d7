import * as z from 'zod'
import { openApiDocument } from '../../http/openapi'
import { controlDocument } from '../openapi'
import { controlRoute } from '../route'

export const openapiRoutes = [
  controlRoute({
    method: 'get',
    path: '/openapi.json',
    summary: 'The OpenAPI 3.1 document of the service; `?of=control` that of the control plane',
    input: () =>
      z.strictObject({ of: z.enum(['service', 'control'], 'must be service or control').optional() }),
    returns: () => z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
    run: ({ sandbox: { url, vaultUrl }, surroundings: { version, settings }, routes, input: { of } }) => {
      if (of !== 'control')
        return openApiDocument({ baseUrl: url, vaultUrl, headerPrefix: settings().headerPrefix })
      return controlDocument(url, version, routes)
    },
  }),
]
