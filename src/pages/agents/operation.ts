/** What most tools do: call the operation that their input is for. */
import type { ControlRoute } from '../../control/route'
import { cutName, meant } from '../../kernel/text'
import { brief, listAnswer, recordAnswer, type ToolAnswer, type ToolFacts } from './answer'
import { actionOf, operationsOf, paramsOf, type ToolCall, ToolError } from './tool'

/** The operation that the input is for. */
const chosen = ({ tool, routes, input }: ToolCall): ControlRoute => {
  const operations = operationsOf(tool, routes)
  if (input.action !== undefined) {
    const action = String(input.action)
    const actions = operations.map(actionOf)
    const found = operations[actions.indexOf(action)]
    if (found !== undefined) return found
    throw new ToolError(`${tool.name} has no action ${cutName(action)}${meant(action, actions)}`)
  }
  // More parts of the path are nearer to what is meant.
  const fitting = operations
    .filter((route) => paramsOf(route).every((name) => input[name] !== undefined))
    .toSorted((a, b) => paramsOf(b).length - paramsOf(a).length)
  const [most] = fitting
  if (most === undefined) throw new ToolError(`${tool.name} needs ${operations.flatMap(paramsOf).join(', ')}`)
  return most
}

/** Calls the operation that the input is for. @throws ToolError */
export const callOperation = async (call: ToolCall): Promise<ToolFacts> => {
  const { input, ask } = call
  const route = chosen(call)
  const others = ['account', 'livemode', 'action', ...paramsOf(route)]
  const sent = Object.fromEntries(Object.entries(input).filter(([name]) => !others.includes(name)))
  const path = route.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(input[name])))
  if (route.method !== 'get') return ask(route.method.toUpperCase(), path, sent)
  const query = new URLSearchParams(Object.entries(sent).map(([name, value]) => [name, String(value)]))
  return ask('GET', query.size === 0 ? path : `${path}?${query}`)
}

/** What a tool does that names no function. */
export const runOperation = async (call: ToolCall): Promise<ToolAnswer> => {
  const body = await callOperation(call)
  const { id, data } = body
  if (Array.isArray(data))
    return listAnswer(
      `${call.tool.name}: ${data.length} left`,
      'data',
      data.map((one) => brief(one) as ToolFacts),
    )
  return recordAnswer(typeof id === 'string' ? `${call.tool.name}: ${id}` : call.tool.name, body)
}
