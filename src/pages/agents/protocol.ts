/** The same with standard input. */
export { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
export * from './protocol.portable'
