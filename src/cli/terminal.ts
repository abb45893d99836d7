// By its name: of all of a module that has parts which Node loads late, a copy would load each.
import { styleText } from 'node:util'
import { filled, pageWidth, wrapped } from '../kernel/text'
import { printable } from '../suites/wording'
import type { Given } from './command-line'

/** Where a command writes, and which styles it may use there. */
export interface Terminal {
  /** A person may be reading. */
  readonly interactive: boolean
  /** Infinite where the text is neither cut off nor wrapped. */
  readonly columns: number
  readonly paint: Paint
  write(text: string): void
}

export type Style = 'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow'
export type Paint = (style: Style, text: string) => string

export const paint: Paint = (style, text) => styleText(style, text, { validateStream: false })

export const plain: Paint = (_, text) => text

/** The part of the standard output that is used here. */
type Output = Pick<NodeJS.WriteStream, 'columns' | 'isTTY' | 'write'> & { hasColors?(): boolean }

export const terminalOf = (output: Output, env: NodeJS.ProcessEnv): Terminal => {
  const interactive = output.isTTY === true
  const colourful = interactive && !env.NO_COLOR && output.hasColors?.() === true
  return {
    interactive,
    get columns() {
      // A terminal that does not know its size has 0.
      return output.columns || Number.POSITIVE_INFINITY
    },
    paint: colourful ? paint : plain,
    write: (text) => void output.write(text),
  }
}

/** Prints the result of a command: as text, or with --json as one line of JSON. */
export const printResult = ({ flags }: Given, json: unknown, text: () => string): void =>
  void process.stdout.write(flags.json === true ? `${JSON.stringify(json)}\n` : text())

/**
 * Prints messages to the standard error, each after the name of the program. A terminal gets them folded at words, but
 * for what is laid out: lines that begin with a space, and the further lines of a message, which a command printed.
 */
export const printMessages = (messages: readonly string[], output: Output = process.stderr): void => {
  const { columns, write } = terminalOf(output, process.env)
  const folded = messages.map((message) => {
    const [first = '', ...more] = `payment-sandbox: ${printable(message)}`.split('\n')
    const isWhole = first.length <= columns || message.startsWith(' ')
    const lines = isWhole ? [first] : [filled(first.split(/(?<=\S) /), columns - 2).join('\n  ')]
    return [...lines, ...more].map((line) => `${line}\n`)
  })
  write(folded.flat().join(''))
}

/** Rows with aligned columns. The last column is wrapped at the width of the page. */
export const columns = (rows: readonly (readonly string[])[], width = pageWidth): string => {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: count - 1 }, (_, i) =>
    Math.max(...rows.map((row) => row[i]?.length ?? 0)),
  )
  const indent = widths.reduce((sum, wide) => sum + wide + 2, 0)
  return rows
    .flatMap((row) => {
      const head = widths.map((wide, i) => (row[i] ?? '').padEnd(wide)).join('  ')
      const [first = '', ...more] = wrapped(row[count - 1] ?? '', Math.max(20, width - indent))
      const lead = widths.length === 0 ? '' : `${head}  `
      return [`${lead}${first}`, ...more.map((line) => `${' '.repeat(indent)}${line}`)]
    })
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}
