// By its name: of all of a module that has parts which Node loads late, a copy would load each.
import { styleText } from 'node:util'

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
      return output.columns ?? Number.POSITIVE_INFINITY
    },
    paint: colourful ? paint : plain,
    write: (text) => void output.write(text),
  }
}
