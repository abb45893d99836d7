import * as z from 'zod/mini'
import { type ControlCall, controlRoute } from '../../control/route'
import { about } from '../../kernel/wire'
import type { Sandbox } from '../../sandbox/sandbox'
import type { Answers } from './answer'
import type { ControlClient } from './tool'

/** Those of each sandbox, for the rest of them. */
const answersOf = new WeakMap<Sandbox, Answers>()

/** The sandbox that has the operation; its control plane was entered by the request. */
export const controlClientOf = (sandbox: Pick<Sandbox, 'fetch' | 'url'>): ControlClient => ({
  control: async (method, path, body) => {
    const answer = await sandbox.fetch(`${sandbox.url}/_sandbox${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  },
})

const answer = async ({ sandbox, routes, exchange, input }: ControlCall<unknown>): Promise<Response> => {
  const [{ Answers }, { serverOf }, { WebStandardStreamableHTTPServerTransport: Transport }] =
    await Promise.all([import('./answer'), import('./server'), import('./protocol')])
  const answers = answersOf.get(sandbox) ?? new Answers()
  answersOf.set(sandbox, answers)
  const server = serverOf({ client: controlClientOf(sandbox), routes, answers })
  // Each request stands alone: nothing to forget when a client is gone, and any copy of the sandbox can answer.
  const transport = new Transport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(exchange.req.raw, { parsedBody: input })
  } finally {
    await server.close()
  }
}

export const agentRoutes = [
  controlRoute('POST /mcp', {
    summary: 'Tools for agents: the Model Context Protocol over streamable HTTP; see docs agents',
    input: () =>
      z.looseObject({
        jsonrpc: about('Always `2.0`', z.literal('2.0', 'must be 2.0, as in each message of JSON-RPC')),
      }),
    returns: () => z.looseObject({}),
    runsNoJobs: true,
    run: (call) => answer(call),
  }),
]
