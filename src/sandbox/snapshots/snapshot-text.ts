import { yieldToEventLoop } from '../../kernel/real-time'
import { stateText } from './seal'
import type { Snapshot } from './snapshot'

/** Number of characters in a chunk. */
const chunkLength = 64 * 1024
/** Number of chunks before other requests get a turn. */
const chunksAtOnce = 16

/** The JSON of a state as a stream of bytes, at the speed of its reader. */
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
