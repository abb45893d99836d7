/** A reader of server-sent events, as the standard describes one: messages, ids and comments. */
import { onTestFinished } from 'vitest'

export interface SentEvent {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
  readonly id: string
}

export interface EventStream {
  readonly response: Response
  /** The next message; `null` when the stream has ended. Rejects when it broke off. */
  next(): Promise<SentEvent | null>
  /** The next messages, as many as there are names: the kind of each. */
  kinds(count: number): Promise<readonly string[]>
  /** What was said so far that is no message. */
  readonly comments: readonly string[]
  /** The id that a client would come back with. */
  readonly lastId: string
  /** Goes away. */
  leave(): Promise<void>
}

export const readEvents = (response: Response): EventStream => {
  const reader = response.body?.getReader()
  if (reader === undefined) throw new Error(`${response.status}: no body to read events from`)
  const leave = (): Promise<void> => reader.cancel().catch(() => undefined)
  onTestFinished(leave)
  const decoder = new TextDecoder()
  const comments: string[] = []
  let lastId = ''
  let text = ''
  const block = async (): Promise<string | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end !== -1) {
        const found = text.slice(0, end)
        text = text.slice(end + 2)
        return found
      }
      const { done, value } = await reader.read()
      if (done) return null
      text += decoder.decode(value, { stream: true })
    }
  }
  const next = async (): Promise<SentEvent | null> => {
    for (let lines = await block(); lines !== null; lines = await block()) {
      const fields: Record<string, string> = {}
      for (const line of lines.split('\n')) {
        const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
        if (name === '') comments.push(value)
        else fields[name] = name in fields ? `${fields[name]}\n${value}` : value
      }
      lastId = fields.id ?? lastId
      if (fields.data !== undefined)
        return { event: fields.event ?? 'message', data: JSON.parse(fields.data), id: lastId }
    }
    return null
  }
  return {
    response,
    next,
    kinds: async (count) => {
      const kinds: string[] = []
      for (let i = 0; i < count; i += 1) kinds.push((await next())?.event ?? 'the end')
      return kinds
    },
    comments,
    get lastId() {
      return lastId
    },
    leave,
  }
}
