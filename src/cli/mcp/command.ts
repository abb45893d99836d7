import type { Command } from '../command'
import { ownSandboxOptions, ownSandboxPorts } from '../exec/command'

export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'Give coding agents tools for a sandbox (Model Context Protocol)',
  options: ownSandboxOptions,
  own: [['--url <url>', 'use a running sandbox [PAYMENT_SANDBOX_URL, or start one]'], ...ownSandboxPorts],
  notes: `Speaks the Model Context Protocol on standard input and output. Its tools use
the running sandbox of --url or PAYMENT_SANDBOX_URL, with its --control-token if
it has one. Without either, mcp starts a sandbox on free ports, with the options
of serve, and stops it when the input ends. A running sandbox has the same tools
at /_sandbox/mcp, except explore and check_webhook, which run commands and call
receivers. payment-sandbox docs agents shows how to configure the usual agents.

Examples:
  claude mcp add payment-sandbox -- npx payment-sandbox mcp
  payment-sandbox mcp --url http://127.0.0.1:4111
  payment-sandbox mcp --fixture saved-card`,
  load: async () => (await import('./mcp')).mcp,
}
