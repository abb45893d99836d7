/** The messages about a sandbox for its readers, and nothing while there are none. */
import { describe, expect, test, vi } from 'vitest'
import { streamOf } from '../../src/control/stream'
import { openFixture, openText, printFixture } from '../../src/node/files'
import { Feed, type FeedEntry } from '../../src/sandbox/feed/feed'
import { createParts } from '../../src/sandbox/parts'

const files = { open: openFixture, read: openText, print: printFixture }

const makeFeed = () => {
  const parts = createParts({}, files, () => 0)
  const { undo, journal, clock, state } = parts
  const subscribed = vi.spyOn(undo, 'subscribe')
  const feed = new Feed(parts)
  const reset = (account: string): void => {
    for (const tell of state.watchers) tell(account)
  }
  const before = state.watchers.size
  const followed = () => [journal?.watchers.size, clock.moves.size, state.watchers.size - before]
  return { feed, reset, followed, subscribed }
}

test('the feed observes the sandbox from the first reader on, once for all of them, until it is closed', () => {
  const { feed, followed, subscribed } = makeFeed()
  expect([...followed(), subscribed.mock.calls.length]).toEqual([0, 0, 0, 0])
  feed.read()
  feed.read()
  expect([...followed(), subscribed.mock.calls.length]).toEqual([1, 1, 1, 1])
  feed.close()
  expect(followed()).toEqual([0, 0, 0])
})

describe('a reader', () => {
  test('that is just in time misses nothing', () => {
    const { feed, reset } = makeFeed()
    const reader = feed.read()
    for (let i = 0; i < 5000; i += 1) reset(`acct_${i}`)
    expect(reader.take()).toEqual({ kind: 'reset', account: 'acct_0' })
  })

  test('that is one entry too late learns it, and goes on with the next new one', () => {
    const { feed, reset } = makeFeed()
    const reader = feed.read()
    for (let i = 0; i < 5001; i += 1) reset(`acct_${i}`)
    expect([reader.take(), reader.take()]).toEqual(['gone', null])
    reset('acct_new')
    expect(reader.take()).toEqual({ kind: 'reset', account: 'acct_new' })
  })

  test('that waits goes on at the next entry, and at the end of the feed', async () => {
    const { feed, reset } = makeFeed()
    const ends: string[] = []
    const reader = feed.read(undefined, () => ends.push('ended'))
    const entry = reader.waits()
    reset('acct_0')
    await entry
    reader.take()
    const end = reader.waits()
    feed.close()
    await end
    expect([ends, reader.take(), reader.isOver, feed.read().isOver]).toEqual([['ended'], null, true, true])
  })
})

describe('as server-sent events', () => {
  type Wants = (entry: FeedEntry) => boolean

  const streamed = (wants: Wants, heartbeatMs?: number) => streamedFrom(makeFeed(), { wants, heartbeatMs })

  const streamedFrom = (
    { feed, reset }: ReturnType<typeof makeFeed>,
    more: { wants: Wants; heartbeatMs?: number | undefined; show?: (entry: FeedEntry) => object },
  ) => {
    const { wants, heartbeatMs, show = () => ({}) } = more
    const log: string[] = []
    const connection = {
      header: () => undefined,
      onStop: () => () => undefined,
      hangUp: () => undefined,
      drop: (reason: string) => {
        log.push(reason)
        return Response.error()
      },
    }
    const { body } = streamOf({
      feed,
      connection,
      wants,
      show: (entry) => JSON.stringify(show(entry)),
      ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
    })
    const decoder = new TextDecoder()
    const reader = body?.getReader()
    const read = async () => decoder.decode((await reader?.read())?.value)
    return { feed, reset, log, read, reader }
  }

  test('a quiet stream sends keep-alive comments', async () => {
    const { feed, read } = streamed(() => false, 1)
    expect(await read()).toBe(`: connected\nid: ${feed.name}-0\nretry: 1000\n\n`)
    expect([await read(), await read()]).toEqual([': heartbeat\n\n', ': heartbeat\n\n'])
    feed.close()
  })

  test('nothing is made for a stalled reader, which then gets a message about the gap', async () => {
    const made: FeedEntry[] = []
    const show = (entry: FeedEntry): object => {
      made.push(entry)
      return {}
    }
    const { feed, reset, read } = streamedFrom(makeFeed(), { wants: () => true, show })
    await read()
    for (let i = 0; i < 6_000; i += 1) reset(`acct_${i}`)
    expect(made.length).toBeLessThan(5)
    while (!(await read()).includes('event: missed'));
    expect(made.length).toBeLessThan(5)
    feed.close()
  })

  test('a reader that hears nothing of what happens gets keep-alive comments all the same', async () => {
    const { feed, reset, read } = streamed(() => false, 1)
    await read()
    const busy = setInterval(() => reset('acct_0'), 0)
    expect(await read()).toBe(': heartbeat\n\n')
    clearInterval(busy)
    feed.close()
  })

  test('a reader that leaves while it waits leaves the feed open for the others', async () => {
    const feeding = makeFeed()
    const one = streamedFrom(feeding, { wants: () => true })
    const other = streamedFrom(feeding, { wants: () => true })
    await Promise.all([one.read(), other.read()])
    await one.reader?.cancel()
    feeding.reset('acct_0')
    expect(await other.read()).toContain('event: reset')
    expect(one.log).toEqual([])
    feeding.feed.close()
  })

  test('an internal error is logged and ends the answer', async () => {
    const { feed, reset, log, read } = streamed(() => {
      throw new Error('unforeseen')
    })
    await read()
    reset('acct_0')
    expect(await read()).toBe('')
    expect(log).toEqual([expect.stringContaining('unforeseen')])
    expect(feed.read().isOver).toBe(false)
    feed.close()
  })
})
