import { version } from '../../../package.json'
import { controlDocument } from '../../control/document'
import type { ControlRoute } from '../../control/route'
import { isObject } from '../../kernel/json'
import { SandboxError } from '../../kernel/sandbox-error'
import { openApiDocument } from '../../service/openapi/document'
import { allNames, type DocsSource, isTopic } from '../docs/content'
import { topicText } from '../docs/markdown'
import { operationDocument, operationNames } from '../docs/one-operation'
import { topicTexts } from '../docs/topics'
import { type Answers, errorResult, hide, type ToolAnswer, type ToolFacts, type ToolResult } from './answer'
import { withWayOut } from './api-tools'
import { checkNames, schemaOf } from './input-schema'
import { runOperation } from './operation'
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  Server,
} from './protocol'
import { type CallContext, type ControlClient, hintsOf, type Tool, ToolError } from './tool'
import { tools } from './tools'

/** Resources: topics of the documentation, and operations of both planes. */
const resourceList = (source: DocsSource) => [
  ...allNames.map((name) => ({
    uri: `docs://${name}`,
    name: topicTexts[name].title,
    description: topicTexts[name].about,
    mimeType: 'text/markdown',
  })),
  ...operationNames(source).map((name) => ({
    uri: `openapi://${name.replace(' ', '').replace(/\{(\w+)\}/g, ':$1')}`,
    name,
    mimeType: 'application/json',
  })),
]

/** @throws SandboxError `not_found` with what there is */
const resourceText = (uri: string, source: DocsSource) => {
  const [, kind, rest = ''] = /^(docs|openapi):\/\/(.+)$/i.exec(uri) ?? []
  if (kind === 'docs' && isTopic(rest))
    return { uri, mimeType: 'text/markdown', text: topicText(rest, source) }
  if (kind === 'openapi') {
    const [, method = '', path = ''] = /^(\w+)(\/.*)$/.exec(rest) ?? []
    const text = JSON.stringify(operationDocument(source, `${method} ${decodeURI(path)}`))
    return { uri, mimeType: 'application/json', text }
  }
  throw new SandboxError(
    'not_found',
    `there is no resource ${uri.slice(0, 100)}: there are docs://<topic> for ${allNames.join(', ')}, and openapi://<METHOD>/<path> such as openapi://POST/charges`,
  )
}

/** The tools for agents on one sandbox. */
export interface Toolbox {
  readonly client: ControlClient
  /** The operations of the control plane, from which the tools are made. */
  readonly routes: readonly ControlRoute[]
  readonly answers: Answers
  /** Further tools, of a process that may run commands. */
  readonly more?: readonly Tool[]
}

const instructions = `A payment service in memory (Omise, Opn Payments API): charges, refunds, customers, disputes, transfers, webhooks.
Amounts are whole numbers of subunits: 10000 in thb is THB 100.00. Begin with sandbox_info. A card becomes a token
(create_token) before it is charged (call_api POST /charges). list_requests and list_deliveries show what happened,
explain_error why something failed. explore finds double charges and other mistakes of a shop, check_webhook those of a
receiver; a server's own /_sandbox/mcp has neither. Longer answers end with "more".`

const isLiveIn = ({ livemode }: ToolFacts): boolean => String(livemode) === 'true' || livemode === 1

const factsIn = (value: unknown): ToolFacts => (isObject(value) ? value : {})

/** The control plane as tools ask it, as the account and the mode of the input. */
const asking =
  ({ control }: ControlClient, input: ToolFacts, tool?: string) =>
  async (method: string, path: string, body?: object): Promise<ToolFacts> => {
    const given = ['account', 'livemode'].filter((name) => path !== '/clock' && input[name] !== undefined)
    const scope = String(new URLSearchParams(given.map((name) => [name, String(input[name])])))
    const at = scope === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${scope}`
    const answer = await control(method, at, path === '/call' && tool ? { ...body, tool } : body)
    if (answer.status < 400 && isObject(answer.body)) return factsIn(hide(answer.body, isLiveIn(input)))
    const { message, code, issues } = factsIn(factsIn(answer.body).error)
    const text =
      typeof message === 'string' ? message : `the sandbox answered ${answer.status}: it is another version`
    throw new ToolError(text, { code, issues })
  }

const docsSource = async ({ client, routes }: Toolbox): Promise<DocsSource> => {
  const info = await asking(client, {})('GET', '/info')
  const { public: publicKey, secret } = factsIn(info.keys)
  const [url, vaultUrl] = [String(info.url), String(info.vault_url)]
  const keys = { public: String(publicKey), secret: String(secret) }
  const headerPrefix = String(info.header_prefix)
  return {
    target: { url, vaultUrl, keys, asksForToken: false },
    service: () => openApiDocument({ baseUrl: url, vaultUrl, headerPrefix }),
    control: () => controlDocument(url, version, routes),
  }
}

/** A thrown error as an answer: wrong input is not a failure of the protocol. */
const refused = (error: unknown, isLive: boolean): ToolResult => {
  if (!(error instanceof ToolError || error instanceof SandboxError)) throw error
  const facts = error instanceof ToolError ? error.facts : { code: error.code }
  return errorResult(String(hide(withWayOut(error.message), isLive)), hide(facts, isLive) as ToolFacts)
}

const runTool = async (box: Toolbox, tool: Tool, given: CallContext): Promise<ToolResult> => {
  const { input } = given
  const { routes, answers, client } = box
  const isLive = isLiveIn(input)
  try {
    if (input.more !== undefined) {
      const more = String(input.more)
      const rest = answers.next(more)
      if (rest !== null) return rest
      throw new ToolError(
        `the rest ${more.slice(0, 40)} is not kept any more: call ${tool.name} again without more`,
      )
    }
    checkNames(tool, schemaOf(tool, routes), input)
    const ask = asking(client, input, tool.name)
    const call = { ...given, tool, routes, ask, docs: () => docsSource(box) }
    const answer = await (tool.run ?? runOperation)(call)
    return answers.begin(hide(answer, isLive) as ToolAnswer)
  } catch (error) {
    return refused(error, isLive)
  }
}

const noTool = (name: string, all: readonly Tool[]): string =>
  name === 'explore' || name === 'check_webhook'
    ? `${name} is a tool of "npx payment-sandbox mcp", which runs where the shop is: a server runs no commands. The command "npx payment-sandbox ${name.replace('_', '-')} --help" does the same`
    : `there is no tool ${name.slice(0, 80)}: there are ${all.map((tool) => tool.name).join(', ')}`

/**
 * A server of the protocol, for one connection. Not by `McpServer.registerTool`: it refuses unknown tools and parameters
 * without the nearest name, and takes 105 kB more (265 kB in version 2 of the SDK).
 */
export const serverOf = (box: Toolbox): Server => {
  const all = [...tools, ...(box.more ?? [])]
  const server = new Server(
    { name: 'payment-sandbox', version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: all.map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.about,
      inputSchema: schemaOf(tool, box.routes) as { type: 'object' },
      annotations: hintsOf(tool, box.routes),
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, sendNotification }) => {
    const { name: wanted, arguments: input = {}, _meta } = params
    const tool = all.find(({ name }) => name === wanted)
    if (tool === undefined) return errorResult(noTool(wanted, all), {})
    const progressToken = _meta?.progressToken
    const progress = (done: number, total: number | undefined, message: string): void => {
      if (progressToken === undefined || signal.aborted) return
      const sent = { progressToken, progress: done, message, ...(total === undefined ? {} : { total }) }
      // A client that is gone needs no progress.
      sendNotification({ method: 'notifications/progress', params: sent }).catch(() => undefined)
    }
    return runTool(box, tool, { input, signal, progress })
  })
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({
    resources: resourceList(await docsSource(box)),
  }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => ({
    contents: [resourceText(params.uri, await docsSource(box))],
  }))
  return server
}
