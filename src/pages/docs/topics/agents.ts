import {
  type CommandTarget,
  sectionOf,
  type TopicContent,
  type TopicEntry,
  type TopicSection,
} from '../content'

const json = (value: object): string => JSON.stringify(value)

const command = { command: 'npx', args: ['payment-sandbox', 'mcp'] } as const

/** Where each agent keeps its servers, and the line for it. */
const clients: readonly (readonly [name: string, where: string, line: string])[] = [
  ['Claude Code', 'a command', 'claude mcp add payment-sandbox -- npx payment-sandbox mcp'],
  ['Codex', 'a command', 'codex mcp add payment-sandbox -- npx payment-sandbox mcp'],
  ['Gemini CLI', 'a command', 'gemini mcp add payment-sandbox npx payment-sandbox mcp'],
  ['Claude Desktop', '`claude_desktop_config.json`', json({ mcpServers: { 'payment-sandbox': command } })],
  ['Cursor', '`.cursor/mcp.json`', json({ mcpServers: { 'payment-sandbox': command } })],
  ['VS Code', '`.vscode/mcp.json`', json({ servers: { 'payment-sandbox': { type: 'stdio', ...command } } })],
]

const configuration: TopicSection = {
  id: 'configuration',
  title: 'Configuration',
  text: 'The lines for the usual agents. `npx payment-sandbox mcp` has a sandbox of its own, with the options of `serve`; add `--url <url>` for one that runs.',
  entries: clients.map(
    ([name, where, line]): TopicEntry => ({
      ...{ id: `client-${name.toLowerCase().replaceAll(' ', '-')}`, name },
      text: `${where}: \`${line}\``,
    }),
  ),
}

const reading = sectionOf('text', 'Text for programs', {
  '/_sandbox/llms.txt': 'An index of the documentation; `/_sandbox/llms-full.txt` has all of it.',
  'Accept: text/markdown':
    'Pages of the documentation answer with Markdown, as their addresses with `.md` do. The `location` of an error is the address of its entry.',
  'payment-sandbox docs --all':
    'The same without a server; `docs examples` prints code to copy, `--json` gives data.',
  'payment-sandbox openapi --operation "POST /charges"': 'The OpenAPI document of one operation.',
  'payment-sandbox init --agents':
    'Writes what an agent has to know into `AGENTS.md`, and leaves the rest of that file as it is.',
})

const tools = ({ url }: CommandTarget): TopicSection =>
  sectionOf(
    'tools',
    'Tools',
    {
      'sandbox_info, search_docs, explain_error':
        'What there is, what the documentation says, why a request failed.',
      'call_api, create_token, find_records': 'Calls of the payment API, tokens of test cards, records.',
      'list_requests, list_deliveries': 'What was called, and which webhooks arrived or why not.',
      'simulate, trigger_event, move_clock': 'What payers, banks and time do.',
      'add_fault, clear_faults': 'Failures that you plan, such as an answer that is lost.',
      'load_fixture, snapshot, reset': 'Records to start with, and the way back.',
    },
    `The Model Context Protocol, on standard input and output by \`payment-sandbox mcp\`, and over streamable HTTP at \`${url}/_sandbox/mcp\`, which is guarded as the control plane is. Answers have at most 4 kB; \`more\` leads to the rest. They show no card numbers, and no keys and secrets of live mode.`,
  )

export const agentsTopic = (target: CommandTarget): TopicContent => ({
  text: 'What coding agents get: tools, documentation as text, and a section of `AGENTS.md`.',
  sections: [configuration, tools(target), reading],
})
