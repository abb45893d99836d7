/** How messages look on a terminal, and elsewhere. */
import { describe, expect, it } from 'vitest'
import { printMessages } from '../../src/cli/terminal'

describe('a message on the standard error', () => {
  const message = 'port 4111 is taken: stop what listens there, or  choose another with --port'
  it.each<[rule: string, columns: number | undefined, line: string, printed: string]>([
    [
      'is folded at words, and its further lines are indented',
      40,
      message,
      'payment-sandbox: port 4111 is taken:\n  stop what listens there, or  choose\n  another with --port',
    ],
    ['stays where it fits', 93, message, `payment-sandbox: ${message}`],
    ['stays one line where there is no terminal', undefined, message, `payment-sandbox: ${message}`],
    ['stays where it is laid out', 40, `  ${message}`, `payment-sandbox:   ${message}`],
    [
      'keeps the lines that a command printed',
      40,
      `it ended:\n${message}`,
      `payment-sandbox: it ended:\n${message}`,
    ],
    [
      'is without what a program printed to move or colour the terminal',
      undefined,
      'it ended:\n\x1b[2J\x1b[31mError\x1b[39m: \x07no order\r\n',
      'payment-sandbox: it ended:\nError: no order\n',
    ],
  ])('%s', (_, columns, line, printed) => {
    const said: string[] = []
    const write = (text: string): boolean => said.push(text) > 0
    printMessages([line, 'a'], { isTTY: columns !== undefined, columns: columns ?? 0, write })
    expect(said.join('')).toBe(`${printed}\npayment-sandbox: a\n`)
  })
})
