import { optionGroups } from '../../options/config'
import type { Command } from '../command'
import { hasFlag } from '../command-line'

/** The options of every command that starts a sandbox. */
export const serveOptions = Object.fromEntries(
  Object.entries(optionGroups).map(([heading, docs]) => [heading, Object.keys(docs).filter(hasFlag)]),
)

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Start the API and the vault (the default command)',
  options: serveOptions,
  notes: `Examples:
  payment-sandbox
  payment-sandbox --port 0 --fixture saved-card
  payment-sandbox --fixture ./shop.yaml --watch --state shop.state \\
    --webhook http://127.0.0.1:3000/webhooks`,
  load: async () => (await import('./serve')).serve,
}
