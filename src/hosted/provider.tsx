import { raw } from 'hono/html'
import type { App, AppContext } from '../http/env'
import { readQuery } from '../http/read-request'
import { send, setHeader } from '../http/send'
import { uuid } from '../kernel/digest'
import { fail } from '../kernel/errors'
import { readOrigin } from '../kernel/hosts'
import script from './browser/provider.ts?asset'

/**
 * The page of the vault that the published browser library opens in a frame to make tokens: card data goes from the
 * shop's page to this one, and from here to the vault, whose page it is. The two talk as easyXDM does (protocol 1):
 * texts that begin with the name of their channel, and then JSON-RPC 2.0.
 */
export const mountProvider = (app: App): void => {
  app.get('/provider', (context) => {
    if (context.env.host !== 'vault') return context.notFound()
    return showProvider(context, readFrame(new URLSearchParams(readQuery(context))))
  })
}

interface Frame {
  /** Of the page that the frame is in. */
  readonly origin: string
  readonly channel: string
}

/** Names and addresses as a Content-Security-Policy can hold them. */
const plainHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])$/

/** @throws ApiError for an invalid origin, channel or protocol */
const readFrame = (query: URLSearchParams): Frame => {
  const origin = readOrigin(query.get('xdm_e') ?? '')
  const channel = query.get('xdm_c') ?? ''
  if (origin === null || !plainHost.test(origin.hostname))
    throw fail(
      'bad_request',
      {},
      'xdm_e must be the origin of the page that opens this one, such as https://shop.example',
    )
  if (!/^[\w-]{1,100}$/.test(channel))
    throw fail('bad_request', {}, 'xdm_c must be the name of a channel: letters, digits, _ and -')
  if ((query.get('xdm_p') ?? '1') !== '1')
    throw fail('bad_request', {}, 'xdm_p must be 1: messages go by postMessage alone')
  return { origin: origin.origin, channel }
}

const showProvider = (context: AppContext, { origin, channel }: Frame): Response => {
  const nonce = uuid()
  setHeader(
    context,
    'content-security-policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${origin}`,
  )
  setHeader(context, 'x-content-type-options', 'nosniff')
  setHeader(context, 'referrer-policy', 'no-referrer')
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>payment-sandbox: tokens for a shop</title>
      </head>
      <body>
        <script nonce={nonce} data-origin={origin} data-channel={channel}>
          {raw(script)}
        </script>
      </body>
    </html>
  )
  // Not sent by `sendPage`, because the pages of payers have another Content-Security-Policy.
  setHeader(context, 'content-type', 'text/html; charset=utf-8')
  return send(context, 200, `<!doctype html>${page}`)
}
