import * as z from 'zod/mini'
import { within } from '../../kernel/real-time'
import { processOptions } from '../../options/config'
import { Answers } from '../../pages/agents/answer'
import { StdioServerTransport } from '../../pages/agents/protocol'
import { controlClientOf } from '../../pages/agents/route'
import { serverOf } from '../../pages/agents/server'
import { type ControlClient, ToolError } from '../../pages/agents/tool'
import { controlRoutes } from '../../pages/routes'
import { Failure, type Given, optionText, readOptions, wrong } from '../command-line'
import { openOwn } from '../exec/exec'
import { killTrees } from '../exec/process-tree'
import { runningClient, urlVariable } from '../running/client'
import { noLog } from '../serve/log'
import { onSignals, stopper, watchParent } from '../serve/stop'
import { commandTools } from './tools'

interface Reached {
  readonly client: ControlClient
  readonly close: () => Promise<unknown>
}

/** Serves the tools on standard input and output, until the input ends. */
export const mcp = async (given: Given): Promise<void> => {
  const isRunning = optionText(given, 'url') !== undefined || Boolean(given.env[urlVariable])
  const { client, close } = isRunning ? running(given) : await ownSandbox(given)
  const more = commandTools(given)
  // What an exploration has started ends with this process.
  process.once('exit', killTrees)
  const server = serverOf({ client, routes: controlRoutes(), answers: new Answers(), more })
  const transport = new StdioServerTransport()
  const stop = stopper(async () => {
    await server.close()
    await close()
  }, noLog.waiting)
  onSignals(stop)
  watchParent(stop)
  await server.connect(transport)
  const answered = allAnswered(transport)
  process.stdin.once('end', () => void within(lateMs, answered()).then(stop))
}

/** How long calls may take that are still unanswered when the input ends. */
const lateMs = 5000

/** Resolves when every request that has come is answered. */
const allAnswered = (transport: StdioServerTransport): (() => Promise<void>) => {
  let open = 0
  let look = (): void => undefined
  const { onmessage } = transport
  const send = transport.send.bind(transport)
  transport.onmessage = (message) => {
    if ('method' in message && 'id' in message) open += 1
    onmessage?.(message)
  }
  transport.send = async (message) => {
    await send(message)
    if (!('method' in message)) open -= 1
    look()
  }
  return () =>
    new Promise((resolve) => {
      look = () => {
        if (open === 0) resolve()
      }
      look()
    })
}

/** A sandbox that another process started; it need not run yet. */
const running = (given: Given): Reached => {
  const [other] = Object.keys(given.flags).filter((name) => name !== 'url' && name !== 'controlToken')
  const by = optionText(given, 'url') === undefined ? urlVariable : '--url'
  if (other !== undefined)
    throw wrong(`${by} names a running sandbox: leave out --${other.replace(/[A-Z]/g, '-$&').toLowerCase()}`)
  const { answer } = runningClient(given)
  return {
    client: {
      control: (...call) =>
        answer(...call).catch((error) => {
          throw error instanceof Failure ? new ToolError(error.message) : error
        }),
    },
    close: async () => undefined,
  }
}

const ownSandbox = async (given: Given): Promise<Reached> => {
  const { log: style } = readOptions(z.pick(processOptions(), { log: true }), given)
  const { sandbox, close } = await openOwn(given, style)
  return { client: controlClientOf(sandbox), close }
}
