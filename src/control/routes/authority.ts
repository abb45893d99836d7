import { ControlError } from '../errors'
import { controlRoute } from '../route'

const type = 'application/x-pem-file'

export const authorityRoutes = [
  controlRoute({
    method: 'get',
    path: '/authority',
    summary: 'The certificate authority, in PEM, that HTTPS clients of `--proxy-host` have to trust',
    returns: () => null,
    text: { type, example: '-----BEGIN CERTIFICATE-----' },
    still: true,
    run: async ({ context: { env } }) => {
      if (env.authority === undefined)
        throw new ControlError(
          404,
          'no authority is needed here: the server was started without --proxy-host',
        )
      return new Response(await env.authority(), { headers: { 'content-type': type } })
    },
  }),
]
