import { accepts } from 'hono/accepts'
import * as z from 'zod/mini'
import { version } from '../../../package.json'
import { ControlError, renderRefusal } from '../../control/errors'
import { type ControlCall, type ControlRoute, controlRoute } from '../../control/route'
import { documentFor } from '../../control/routes/openapi'
import { isLoopback, readHostName } from '../../kernel/hosts'
import { optional } from '../../kernel/wire'
import type { Exchange } from '../../service/http/exchange'
import { addressIn, type Place, shownKeys, type View } from '../dashboard/frame/view'
import { pagesOfOperations, places } from '../dashboard/pages'

/** Pages for browsers. Their code is loaded at the first request. */

/** What a page of the dashboard shows. */
export const viewOf = (call: ControlCall<object>): View => {
  const { sandbox, parts, snapshots, exchange, params, mode } = call
  const account = call.account()
  const livemode = call.livemode() === true
  const { accountName: called } = exchange.incoming
  const url = new URL(exchange.req.url)
  const query = new URLSearchParams(url.searchParams)
  for (const name of ['account', 'livemode']) query.delete(name)
  // In the process of the sandbox there is no other machine.
  const showsKeys = exchange.incoming.access === undefined || isLoopback(readHostName(url.host) ?? '')
  return {
    sandbox,
    parts,
    snapshots,
    account,
    livemode,
    mode: mode(),
    called,
    params,
    query,
    path: url.pathname.slice('/_sandbox'.length) || '/',
    showsKeys,
    version,
    world: call.world(),
    docs: {
      target: {
        url: sandbox.url,
        vaultUrl: sandbox.vaultUrl,
        keys: shownKeys({ mode: mode(), showsKeys }),
        asksForToken: exchange.incoming.access?.controlToken != null,
      },
      service: () => documentFor({ ...call, input: { of: 'service' } }),
      control: () => documentFor({ ...call, input: { of: 'control' } }),
    },
    at: addressIn({ account, livemode, called }),
  }
}

/** Characters in the query of a page. */
const queryMax = 1000

/** Links of a page repeat its query: a long one would make the page a hundred times as long. */
const checkLength = ({ query }: View): void => {
  const length = [...query].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (length > queryMax)
    throw new ControlError(
      414,
      `the query of this address has ${length.toLocaleString('en')} characters: a page takes at most ${queryMax.toLocaleString('en')}`,
    )
}

export const markdownAnswer = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/markdown; charset=utf-8', vary: 'Accept' } })

/** Whether the address ends in `.md`, or the request prefers Markdown to HTML. */
const prefersMarkdown = ({ context, req }: Exchange): boolean =>
  req.path.endsWith('.md') ||
  accepts(context, {
    header: 'Accept',
    supports: ['text/html', 'text/markdown'],
    default: 'text/html',
  }) === 'text/markdown'

/** A place of the dashboard in its frame. */
export const runPlace =
  ({ load, markdown }: Pick<Place, 'load' | 'markdown'>) =>
  async (call: ControlCall<object>): Promise<Response> => {
    const view = viewOf(call)
    if (markdown !== undefined && prefersMarkdown(call.exchange))
      return markdownAnswer((await markdown())(view))
    const [{ answerPage, answerRefusal }, place] = await Promise.all([
      import('../dashboard/frame/page'),
      load(),
    ])
    try {
      checkLength(view)
      return answerPage(view, await place(view))
    } catch (error) {
      const { status, body } = renderRefusal(error)
      if (status === 500) throw error
      return answerRefusal(view, status, body.error.message)
    }
  }

/** The page for an address that has none. */
export const missingPage = async (
  call: ControlCall<never>,
  { status, message }: ControlError,
): Promise<Response> => {
  const { answerRefusal } = await import('../dashboard/frame/page')
  return answerRefusal(viewOf(call), status, message)
}

/** The page for a browser without the token of the control plane. */
export const askForToken = async (exchange: Exchange): Promise<Response> => {
  const { tokenPage } = await import('../dashboard/frame/token-page')
  return tokenPage(exchange)
}

const page = {
  page: true,
  scoped: 'one',
  returns: () => null,
  text: { type: 'text/html', example: '<!doctype html>' },
} as const

const anyQuery = () => z.record(z.string(), z.string())

export const pageRoutes: readonly ControlRoute[] = places.map(({ path, load, markdown, ...about }) =>
  controlRoute(`GET ${path}`, { ...page, ...about, input: anyQuery, run: runPlace({ load, markdown }) }),
)

/** Gives an operation the page at its address. */
export const withPage = (route: ControlRoute): ControlRoute => {
  const load = route.method === 'get' ? pagesOfOperations[route.path] : undefined
  return load === undefined ? route : { ...route, page: runPlace({ load }) }
}

export const assetRoutes = [
  controlRoute('GET /assets/:name', {
    params: { name: 'Name of the file' },
    summary: 'A style sheet or a script of the dashboard',
    input: () =>
      z.strictObject({
        v: optional('Version of the file, for browser caches. Default: none', z.string()),
      }),
    returns: () => null,
    text: { type: 'text/css', example: 'body { margin: 0 }' },
    runsNoJobs: true,
    run: async ({ params }) => {
      const { assets } = await import('../dashboard/frame/page')
      const name = params.name ?? ''
      const answer = assets.answer(name)
      if (answer === null) throw new ControlError(404, `there is no file ${name.slice(0, 100)} for pages`)
      return answer
    },
  }),
]
