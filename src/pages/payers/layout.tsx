import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { send } from '../../service/http/answer'
import type { Exchange } from '../../service/http/exchange'
import { pageFiles, pageHeaders } from '../../service/http/page-files'
import { readText } from '../../service/http/read-body'
import script from './browser/provider.ts?asset'
import style from './payer.css?asset'

/** What hosted pages load. The addresses begin at the root of the server that the page is of. */
export const hostedFiles = pageFiles('pages', { 'payer.css': style, 'provider.js': script })

/** The layout of all pages for payers. It loads its style from its own server and nothing else, so pages work offline. */
interface PageParts {
  readonly title: string
  /** The way from the page to the root of the server. */
  readonly root: string
  /** Whom the payer pays. */
  readonly shop?: string | undefined
  /** The language of the payer's part. Default: English. */
  readonly lang?: string
  /** A style of this page alone, such as the colours of a shop. */
  readonly style?: string | undefined
  readonly children: Child
  /** What only the sandbox shows, beside or below the page of the payer. */
  readonly aside?: Child
  /** What happens here in place of the real world; it continues a sentence. */
  readonly note: string
}

export const PayerPage = ({ title, root, shop, lang = 'en', style, children, aside, note }: PageParts) => (
  <html lang={lang}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <link rel="stylesheet" href={`${root}${hostedFiles.addressOf('payer.css')}`} />
      {style === undefined ? null : <style>{raw(style)}</style>}
    </head>
    <body class={aside === undefined ? undefined : 'two'}>
      <main>
        {shop === undefined ? null : (
          <p class="shop">
            <span class="initial" aria-hidden="true">
              {[...shop][0]?.toUpperCase()}
            </span>
            {shop}
          </p>
        )}
        {children}
      </main>
      {aside}
      <footer lang="en">
        <strong>payment-sandbox</strong>: {note}
      </footer>
    </body>
  </html>
)

interface PageOptions {
  readonly status?: number
  /** URLs that a form of the page may be sent to. Browsers apply this to redirects too. */
  readonly leadsTo?: readonly string[]
  /** Whether shops may show the page in a frame, as they do with pages of banks. */
  readonly inFrames?: boolean
  /** The style of the page itself. */
  readonly style?: string | undefined
}

/**
 * The way from a page to the root of its server, such as `../../`. Links of a page begin with it, because the address of
 * the server may have a path that only its callers see.
 */
export const rootFrom = ({ req }: Exchange): string => '../'.repeat(req.path.split('/').length - 2)

/** Answers with a page. */
export const sendPage = (exchange: Exchange, page: Child, sending: PageOptions = {}): Response =>
  sendText(exchange, `<!doctype html>${String(page)}`, sending)

/** Sends the browser on: 303 after a form that made something, 302 back to the shop. */
export const redirect = (exchange: Exchange, to: string, status: 302 | 303): Response => {
  exchange.headers.location = headerText(to)
  return sendText(exchange, '', { status })
}

/** A header cannot hold other letters than those of ASCII: there, a browser writes them encoded. */
const headerText = (uri: string): string => (/^[!-~]*$/.test(uri) ? uri : new URL(uri).href)

const sendText = (
  exchange: Exchange,
  text: string,
  { status = 200, leadsTo = [], inFrames = false, style }: PageOptions,
): Response => {
  const places = ["'self'", ...leadsTo.map(formTarget)].join(' ')
  const more = `img-src 'self'; form-action ${places}; frame-ancestors ${inFrames ? '*' : "'none'"}`
  for (const [name, value] of Object.entries(pageHeaders(more, style, true))) exchange.headers[name] = value
  return send(exchange, status, text)
}

/** An origin, or the scheme of an app or of a host with a character that would end the directive. */
const formTarget = (uri: string): string => {
  const { origin, protocol } = new URL(uri)
  return origin === 'null' || /[;,']/.test(origin) ? protocol : origin
}

/** The text of a form. Jobs that fell due while it came are done before it is used. */
export const readFormText = async (exchange: Exchange): Promise<string> => {
  const text = await readText(exchange)
  exchange.backend.jobs.catchUp()
  return text
}
