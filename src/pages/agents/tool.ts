import type { ControlRoute } from '../../control/route'
import type { JsonSchema } from '../../kernel/schema'
import type { DocsSource } from '../docs/content'
import type { ToolAnswer, ToolFacts } from './answer'

/** How tools reach a sandbox: by its control plane, from the same process or from another one. */
export interface ControlClient {
  /** @throws Error that says what to do, when no sandbox answers */
  readonly control: (method: string, path: string, body?: object) => Promise<ControlAnswer>
}

export interface ControlAnswer {
  readonly status: number
  /** The JSON of the answer; `null` for none. */
  readonly body: unknown
}

/** A tool for agents. What it takes follows from the control operations that it calls. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** Its purpose, in a sentence or two: agents read all of them at once. */
  readonly about: string
  /**
   * The control operations that it calls, such as `POST /clock`. Of several, the one whose variable parts of the path
   * are all given; `POST /simulate/*` is each of them, by `action`.
   */
  readonly of: readonly string[]
  /** Names of their parameters that it leaves out. */
  readonly without?: readonly string[]
  /** Its own parameters. */
  readonly takes?: () => Readonly<Record<string, JsonSchema>>
  readonly needs?: readonly string[]
  /** Whether it deletes something that cannot be restored. Default: whether one of its operations is a DELETE. */
  readonly isDestructive?: boolean
  /** Whether it may reach more than the sandbox. Default: no. */
  readonly isOpen?: boolean
  /** Whether it only reads. Default: whether all of its operations are a GET. */
  readonly isReading?: boolean
  /** Default: calls its operation, and answers what that answers. */
  readonly run?: (call: ToolCall) => Promise<ToolAnswer>
}

/** One call of a client. */
export interface CallContext {
  readonly input: ToolFacts
  /** Aborted when the client cancels the call, or is gone. */
  readonly signal: AbortSignal
  /** Tells the client how far a long call is, if it wants to know. `done` must grow; `total` may be unknown. */
  readonly progress: (done: number, total: number | undefined, message: string) => void
}

export interface ToolCall extends CallContext {
  readonly tool: Tool
  readonly routes: readonly ControlRoute[]
  /** Asks the control plane, as the account and mode of the input. @throws ToolError */
  readonly ask: (method: string, path: string, body?: object) => Promise<ToolFacts>
  /** What the documentation describes: this sandbox. */
  readonly docs: () => Promise<DocsSource>
}

/** Why a tool refused, with the way out. */
export class ToolError extends Error {
  readonly facts: ToolFacts

  constructor(message: string, facts: ToolFacts = {}) {
    super(message)
    this.facts = facts
  }
}

export const operationsOf = ({ of }: Tool, routes: readonly ControlRoute[]): readonly ControlRoute[] =>
  of.flatMap((pattern) => {
    const found = routes.filter(({ page, method, path }) => {
      const text = `${method.toUpperCase()} ${path}`
      return page !== true && (text === pattern || `${text.slice(0, text.lastIndexOf('/'))}/*` === pattern)
    })
    if (found.length === 0) throw new Error(`there is no operation ${pattern} of the control plane`)
    return found
  })

export const paramsOf = ({ path }: ControlRoute): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** What clients may assume about a tool. */
export const hintsOf = (tool: Tool, routes: readonly ControlRoute[]): Record<string, boolean> => {
  const methods = operationsOf(tool, routes).map(({ method }) => method)
  const isReading = tool.isReading ?? methods.every((method) => method === 'get')
  return {
    readOnlyHint: isReading,
    destructiveHint: !isReading && (tool.isDestructive ?? methods.includes('delete')),
    idempotentHint: isReading,
    openWorldHint: tool.isOpen ?? false,
  }
}

/** The name of an operation of a group, such as `pay-charge`. */
export const actionOf = ({ path }: ControlRoute): string => path.slice(path.lastIndexOf('/') + 1)
