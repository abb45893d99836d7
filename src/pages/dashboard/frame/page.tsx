import { pageFiles, pageHeaders } from '../../../service/http/page-files'
import script from '../browser/main.ts?asset'
import style from './pages.css?asset'
import { rail } from './rail'
import { top } from './top'
import type { PlacePage, View } from './view'

/** A page loads its style and its script from its own server, and nothing else; neither is part of the page. */
const security =
  "script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'"

const documentOf = (view: View, page: PlacePage) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${page.title} · payment-sandbox`}</title>
      <link rel="stylesheet" href={assets.addressOf('pages.css')} />
      <script type="module" src={assets.addressOf('pages.js')} />
    </head>
    <body data-stream={view.at('/stream')}>
      <a class="skip" href="#page-main">
        Skip to the content
      </a>
      {page.detail === undefined ? null : (
        <a class="skip" href="#page-detail">
          Skip to the detail
        </a>
      )}
      {rail(view)}
      {top(view)}
      <p class="lost" id="page-lost" role="status" hidden>
        The sandbox does not answer. This page shows the last state, and updates when the sandbox is back.
      </p>
      <main id="page-main" tabindex={-1} class={page.detail === undefined ? undefined : 'split'}>
        <div class="content">{page.content}</div>
        {page.detail === undefined ? null : (
          // It scrolls inside the page, so the keyboard must reach it.
          <section class="detail" id="page-detail" tabindex={0} aria-label="Detail">
            {page.detail}
          </section>
        )}
      </main>
    </body>
  </html>
)

/** The page of a place in its frame. */
export const answerPage = (view: View, page: PlacePage, status = 200): Response =>
  new Response(`<!doctype html>${documentOf(view, page)}`, {
    status,
    headers: { ...pageHeaders(security), 'cache-control': 'no-cache, no-store' },
  })

/** A page that does not exist, or cannot be shown so. */
export const answerRefusal = (view: View, status: number, message: string): Response => {
  const title = status === 404 ? 'Not found' : 'This cannot be shown'
  const list = /^\/records\/\w+(?=\/)/.exec(view.path)?.[0]
  const content = (
    <>
      <h1>{title}</h1>
      <p class="refusal">{message}</p>
      <p>
        <a href={view.at(list ?? '/')}>{list === undefined ? 'Back to the activity' : 'Back to the list'}</a>
      </p>
    </>
  )
  return answerPage(view, { title, content }, status)
}

export const assets = pageFiles('/_sandbox/assets', { 'pages.css': style, 'pages.js': script })
