import type { IncomingMessage } from 'node:http'
import { isObject } from '../kernel/json'

/** One server-sent event, as the control plane writes it: with JSON in it. */
export interface Told {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A connection, and where to go on if it is lost. */
export interface Following extends AsyncIterable<Told> {
  /** Ends it: the iteration is over then. */
  end(): void
}

/** Opens the stream after the message with this id, or from now on. */
type Open = (lastId: string | null) => Promise<IncomingMessage>

/**
 * Follows a stream of events. What was connected once is connected again when the connection is lost; what cannot be is
 * the failure that `open` throws.
 */
export const following = async (open: Open): Promise<Following> => {
  let answer = await open(null)
  let isOver = false
  let lastId: string | null = null
  async function* messages(): AsyncGenerator<Told> {
    while (!isOver) {
      for await (const fields of blocksOf(answer)) {
        lastId = fields.id ?? lastId
        const data = fields.data === undefined ? null : parse(fields.data)
        if (data !== null) yield { event: fields.event ?? 'message', data }
      }
      if (!isOver) answer = await open(lastId)
    }
  }
  return {
    [Symbol.asyncIterator]: messages,
    end: () => {
      isOver = true
      answer.destroy()
    },
  }
}

type Fields = Readonly<Record<string, string | undefined>>

/** The fields of each block of lines; lines that begin with a colon only say that somebody is there. */
export async function* blocksOf(answer: IncomingMessage): AsyncGenerator<Fields> {
  let text = ''
  answer.setEncoding('utf8')
  try {
    for await (const chunk of answer) {
      const more = String(chunk)
      text += more
      // A long block comes in many pieces, and is not searched again with each of them.
      if (!more.includes('\n')) continue
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield fieldsOf(block)
    }
  } catch {
    // The connection broke off, which is said by the next one that cannot be made.
  }
}

const fieldsOf = (block: string): Fields => {
  const fields: Record<string, string> = {}
  for (const line of block.split('\n')) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined)
      fields[name] = fields[name] === undefined ? value : `${fields[name]}\n${value}`
  }
  return fields
}

const parse = (text: string): Told['data'] | null => {
  const value: unknown = JSON.parse(text)
  return isObject(value) ? value : null
}
