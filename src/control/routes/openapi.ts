import * as z from 'zod/mini'
import { version } from '../../../package.json'
import { text } from '../../kernel/answers'
import { about, optional } from '../../kernel/wire'
import { ownAddress } from '../../service/http/addresses'
import { openApiDocument } from '../../service/openapi/document'
import { controlDocument } from '../document'
import { ControlError } from '../errors'
import { type ControlCall, controlRoute } from '../route'

/** Selects one of the two documents. */
const documentQuery = () =>
  z.strictObject({
    of: optional(
      '`service` or `control`, for the control plane. Default: `service`',
      z.enum(['service', 'control'], 'must be service or control'),
    ),
  })

type DocumentCall = Pick<
  ControlCall<z.output<ReturnType<typeof documentQuery>>>,
  'exchange' | 'parts' | 'routes' | 'input'
>

export const documentFor = ({ exchange, parts: { settings }, routes, input: { of } }: DocumentCall) => {
  const baseUrl = ownAddress(exchange)
  return of === 'control'
    ? controlDocument(baseUrl, version, routes)
    : openApiDocument({ ...settings, baseUrl, vaultUrl: ownAddress(exchange, 'vault') })
}

export const openapiRoutes = [
  controlRoute('GET /openapi.json', {
    summary: 'The OpenAPI 3.1 document of the service; `?of=control` that of the control plane',
    input: documentQuery,
    returns: () =>
      z.looseObject({
        openapi: text('Version of OpenAPI'),
        paths: about('The operations, by path', z.looseObject({})),
      }),
    run: documentFor,
  }),
]

const type = 'application/x-pem-file'

export const authorityRoutes = [
  controlRoute('GET /authority', {
    summary: 'The certificate authority, in PEM, that HTTPS clients of `--proxy-host` must trust',
    returns: () => null,
    text: { type, example: '-----BEGIN CERTIFICATE-----' },
    runsNoJobs: true,
    run: async ({ exchange: { incoming } }) => {
      if (incoming.authority === undefined)
        throw new ControlError(
          404,
          'no authority is needed here: the server was started without --proxy-host',
        )
      return new Response(await incoming.authority(), { headers: { 'content-type': type } })
    },
  }),
]
