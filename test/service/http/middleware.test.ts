/** The app is an ordinary Hono app: middleware that knows nothing of it runs around every request. */
import { createServer } from 'node:http'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { describe, expect, test } from 'vitest'
import { listenerOf } from '../../../src/node/listener'
import { buildApp } from '../../../src/service/http/app'
import type { AppEnv } from '../../../src/service/http/exchange'
import type { Incoming } from '../../../src/service/http/incoming'
import { routes } from '../../../src/service/resources/registry'
import { makeBackend } from '../../support/backend'
import { portOf } from '../../support/server'

type Ask = (method: string, path: string) => Promise<Response>

/** An app with a middleware that sets one header before the handler runs, and another one after it. */
const withMiddleware = () => {
  const seen: string[] = []
  const app = new Hono<AppEnv>({ strict: false })
  app.use(
    '*',
    createMiddleware<AppEnv>(async (context, next) => {
      seen.push(`${context.req.method} ${context.req.path}`)
      context.header('x-before', 'yes')
      await next()
      context.header('x-after', String(context.res.status))
    }),
  )
  app.route('/', buildApp(routes))
  const backend = makeBackend()
  const answer = (request: Request, incoming: Incoming) => app.fetch(request, { incoming, backend })
  return { seen, answer }
}

type Answerer = Pick<ReturnType<typeof withMiddleware>, 'answer'>

const inProcess = async ({ answer }: Answerer): Promise<Ask> => {
  return async (method, path) => answer(new Request(`http://localhost${path}`, { method }), { host: 'api' })
}

const overSockets = async (sandbox: Answerer): Promise<Ask> => {
  const access = { allows: () => true, controlToken: null }
  const server = createServer(
    listenerOf(
      { ...sandbox, errorPage: () => '/errors' },
      { which: 'api', access, stops: new Set(), ownsProcess: false },
    ),
  )
  const port = await portOf(server)
  return (method, path) => fetch(`http://127.0.0.1:${port}${path}`, { method })
}

describe.each([
  ['in one process', inProcess],
  ['over sockets', overSockets],
] as const)('middleware under `*` runs around a request, %s', (_, reach) => {
  test.each([
    ['GET', '/favicon.ico', 204],
    ['OPTIONS', '/charges', 200],
    ['GET', '/charges', 401],
    ['POST', '/charges', 401],
    ['HEAD', '/charges', 401],
    ['GET', '/pay/nothing', 404],
    ['DELETE', '/_sandbox/clock', 200],
  ])('%s %s', async (method, path, status) => {
    const app = withMiddleware()
    const ask = await reach(app)
    const answer = await ask(method, path)
    expect(app.seen).toEqual([`${method} ${path}`])
    expect([answer.status, answer.headers.get('x-after')]).toEqual([status, String(status)])
  })

  test('and the headers that it sets before the handler reach the client', async () => {
    const ask = await reach(withMiddleware())
    expect((await ask('GET', '/charges')).headers.get('x-before')).toBe('yes')
  })
})
