import { fail } from '../../kernel/errors'
import { readOrigin } from '../../kernel/hosts'
import { send } from '../../service/http/answer'
import type { Exchange } from '../../service/http/exchange'
import { pageHeaders } from '../../service/http/page-files'
import { hostedFiles, PayerPage, rootFrom } from './layout'

/**
 * The page of the vault that the published browser library opens in a frame to make tokens: card data goes from the
 * shop's page to this one, and from here to the vault, whose page it is. The two talk as easyXDM does (protocol 1):
 * texts that begin with the name of their channel, and then JSON-RPC 2.0.
 */
export const providerPage = (exchange: Exchange): Response | null => {
  if (exchange.incoming.host !== 'vault') return null
  return showProvider(exchange, readFrame(exchange.req.query()))
}

interface Frame {
  /** Of the page that the frame is in. */
  readonly origin: string
  readonly channel: string
}

/** Names and addresses as a Content-Security-Policy can hold them. */
const plainHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])$/

/** @throws ApiError for an invalid origin, channel or protocol */
const readFrame = ({
  xdm_e: from = '',
  xdm_c: channel = '',
  xdm_p: protocol = '1',
}: Record<string, string>): Frame => {
  const origin = readOrigin(from)
  if (origin === null || !plainHost.test(origin.hostname))
    throw fail(
      'bad_request',
      {},
      'xdm_e must be the origin of the page that opens this one, such as https://shop.example',
    )
  if (!/^[\w-]{1,100}$/.test(channel))
    throw fail('bad_request', {}, 'xdm_c must be the name of a channel: letters, digits, _ and -')
  if (protocol !== '1') throw fail('bad_request', {}, 'xdm_p must be 1: messages go by postMessage only')
  return { origin: origin.origin, channel }
}

const showProvider = (exchange: Exchange, { origin, channel }: Frame): Response => {
  const root = rootFrom(exchange)
  const page = (
    <PayerPage title="Tokens for a shop" root={root} note="use test cards only, no money moves.">
      <h1>Tokens for a shop</h1>
      <p class="about">{`In a frame of ${origin}, this page turns the cards that payers enter into tokens.`}</p>
      <script
        src={`${root}${hostedFiles.addressOf('provider.js')}`}
        data-origin={origin}
        data-channel={channel}
      />
    </PayerPage>
  )
  // Not sent by `sendPage`, because the pages of payers run no script.
  const more = `script-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors ${origin}`
  for (const [name, value] of Object.entries(pageHeaders(more))) exchange.headers[name] = value
  return send(exchange, 200, `<!doctype html>${page}`)
}
