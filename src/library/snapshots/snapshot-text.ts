import { yieldToEventLoop } from '../../kernel/real-time'
import type { Snapshot, SnapshotRows } from './snapshot'

/** Number of characters in a chunk. */
const chunkLength = 64 * 1024
/** Number of chunks before other requests get a turn. */
const chunksAtOnce = 16

/** Writes a snapshot as JSON in pieces, because a large one exceeds the longest string. */
export function* stateText({ format, clock, ids, jobs, accounts, worlds }: Snapshot): Generator<string> {
  yield `{"format":${format},"clock":${JSON.stringify(clock)},"ids":${ids},"jobs":{"planned":${jobs.planned},"pending":`
  yield* listText(jobs.pending)
  yield '},"accounts":'
  yield* rowsText(accounts)
  yield ',"worlds":{'
  let comma = ''
  for (const [world, rows] of Object.entries(worlds)) {
    yield `${comma}${JSON.stringify(world)}:`
    yield* rowsText(rows)
    comma = ','
  }
  yield '}}'
}

function* rowsText(rows: SnapshotRows): Generator<string> {
  let comma = '{'
  for (const [name, list] of Object.entries(rows)) {
    yield `${comma}${JSON.stringify(name)}:`
    yield* listText(list)
    comma = ','
  }
  yield comma === '{' ? '{}' : '}'
}

function* listText(list: readonly object[]): Generator<string> {
  let comma = '['
  for (const one of list) {
    yield comma + JSON.stringify(one)
    comma = ','
  }
  yield comma === '[' ? '[]' : ']'
}

/** The same as a stream of bytes, at the speed of its reader. */
export const stateStream = (snapshot: Snapshot): ReadableStream<Uint8Array> => {
  const utf8 = new TextEncoder()
  const pieces = stateText(snapshot)
  let chunks = 0
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      chunks += 1
      if (chunks % chunksAtOnce === 0) await yieldToEventLoop()
      let text = ''
      while (text.length < chunkLength) {
        const { done, value } = pieces.next()
        if (done === true) break
        text += value
      }
      if (text === '') controller.close()
      else controller.enqueue(utf8.encode(text))
    },
  })
}
