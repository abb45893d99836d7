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
  text: 'The lines for the usual agents. `npx payment-sandbox mcp` starts its own sandbox and takes the options of `serve`; with `--url <url>` it uses one that is running.',
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
    'Writes what an agent needs to know into `AGENTS.md`, and keeps the rest of that file.',
})

const tools = ({ url }: CommandTarget): TopicSection =>
  sectionOf(
    'tools',
    'Tools',
    {
      'sandbox_info, search_docs, explain_error':
        'What the sandbox holds, what the documentation says, why a request failed.',
      'call_api, create_token, find_records': 'Calls of the payment API, tokens of test cards, records.',
      'list_requests, list_deliveries':
        'Which calls were made, and which webhooks arrived, or why they did not.',
      'simulate, trigger_event, move_clock': 'What payers and banks do, and the clock.',
      'add_fault, clear_faults': 'Failures that you plan, such as a lost answer.',
      'load_fixture, snapshot, reset': 'Records to start with, and the way back to an earlier state.',
    },
    `The Model Context Protocol: \`payment-sandbox mcp\` speaks it on standard input and output, \`${url}/_sandbox/mcp\` over streamable HTTP, with the same guards as the control plane. An answer has at most 4 kB; \`more\` leads to the rest. Answers never show card numbers, or keys and secrets of live mode.`,
  )

export const agentsTopic = (target: CommandTarget): TopicContent => ({
  text: 'What coding agents get: tools, documentation as text, and a section of `AGENTS.md`.',
  sections: [configuration, tools(target), reading],
})
