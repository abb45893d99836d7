/** The protocol, with its transport over standard input and output. */
export { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
export * from './protocol.portable'
