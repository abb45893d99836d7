import type { Tool } from '../../pages/agents/tool'
import { type Given, keyOf } from '../command-line'
import { exploreCommand } from '../explore/command'
import { checkWebhookTool } from './check-webhook-tool'
import { exploreTool } from './explore-tool'

/**
 * The tools for agents that run commands and call receivers: `payment-sandbox mcp` has them, a server does not.
 * @param given the options of `payment-sandbox mcp`: an exploration has those that it takes too
 */
export const commandTools = (given: Given): readonly Tool[] => {
  const shared = Object.values(exploreCommand.options ?? {})
    .flat()
    .map(keyOf)
  const own = Object.fromEntries(Object.entries(given.flags).filter(([name]) => shared.includes(name)))
  const withFlags = (flags: object): Given => ({ ...given, flags: { ...own, ...flags } })
  return [exploreTool(withFlags), checkWebhookTool(withFlags)]
}
