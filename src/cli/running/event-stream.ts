import type { IncomingMessage } from 'node:http'
import { type JsonFields, objectIn } from '../../node/running-sandbox'

/** One server-sent event of the control plane; its data is JSON. */
interface StreamEvent {
  readonly event: string
  readonly data: JsonFields
}

export interface Following extends AsyncIterable<StreamEvent> {
  /** Closes the stream; the iteration ends. */
  end(): void
}

/** Opens the stream after the message with this id. Default: from now on. */
type Open = (lastId: string | null) => Promise<IncomingMessage>

/**
 * Follows a stream of events. Reconnects when the connection is lost; when that fails, throws what `open` throws.
 */
export const following = async (open: Open): Promise<Following> => {
  let answer = await open(null)
  let isOver = false
  let lastId: string | null = null
  async function* messages(): AsyncGenerator<StreamEvent> {
    while (!isOver) {
      for await (const fields of blocksOf(answer)) {
        lastId = fields.id ?? lastId
        const data = fields.data === undefined ? null : objectIn(fields.data)
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

/** The fields of each block of lines. Lines that begin with a colon only keep the connection alive. */
export async function* blocksOf(answer: IncomingMessage): AsyncGenerator<Fields> {
  let text = ''
  answer.setEncoding('utf8')
  try {
    for await (const chunk of answer) {
      const more = String(chunk)
      text += more
      // A long block comes in many pieces: search each piece once.
      if (!more.includes('\n')) continue
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield fieldsOf(block)
    }
  } catch {
    // The connection broke off; the next attempt to connect reports the reason.
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
