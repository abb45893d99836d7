/** The messages about a sandbox for its readers: one ring for all readers, and nothing while there are none. */
import { describe, expect, test, vi } from 'vitest'
import { streamOf } from '../../src/control/stream'
import { yieldToEventLoop } from '../../src/kernel/real-time'
import { openFixture, openText, printFixture } from '../../src/node/files'
import { Feed, type Happening } from '../../src/sandbox/feed/feed'
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

  test('wakes once for all messages of a turn, and at the end of the feed', async () => {
    const { feed, reset } = makeFeed()
    const heard: string[] = []
    const reader = feed.read(undefined, {
      onWake: () => heard.push('woken'),
      onEnd: () => heard.push('ended'),
    })
    for (let i = 0; i < 3; i += 1) reset(`acct_${i}`)
    expect(heard).toEqual([])
    await yieldToEventLoop()
    expect(heard).toEqual(['woken'])
    feed.close()
    expect(heard).toEqual(['woken', 'ended', 'woken'])
    expect([reader.isOver, feed.read().isOver]).toEqual([true, true])
  })
})

describe('as server-sent events', () => {
  type Wants = (happening: Happening) => boolean

  const streamed = (wants: Wants, heartbeatMs?: number) => streamedFrom(makeFeed(), { wants, heartbeatMs })

  const streamedFrom = (
    { feed, reset }: ReturnType<typeof makeFeed>,
    more: { wants: Wants; heartbeatMs?: number | undefined; show?: (happening: Happening) => object },
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
      show,
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

  test('a message is rendered once for all its readers, and not at all without one', async () => {
    const feeding = makeFeed()
    let made = 0
    const show = (): object => {
      made += 1
      return { text: 'x'.repeat(8_000) }
    }
    const readers = Array.from({ length: 100 }, () => streamedFrom(feeding, { wants: () => true, show }))
    streamedFrom(feeding, { wants: () => false, show })
    for (const { read } of readers) await read()
    for (let i = 0; i < 3; i += 1) feeding.reset(`acct_${i}`)
    const [first, ...others] = await Promise.all(readers.map(({ reader }) => reader?.read()))
    expect(made).toBe(3)
    for (const other of others) expect(other?.value).toBe(first?.value)
    feeding.feed.close()
  })

  test('only a little is kept for a stalled reader, which then gets a message about the gap', async () => {
    const feeding = makeFeed()
    let made = 0
    const show = (): object => {
      made += 1
      return { text: 'x'.repeat(8_000) }
    }
    const { read } = streamedFrom(feeding, { wants: () => true, show })
    await read()
    for (let i = 0; i < 6_000; i += 1) feeding.reset(`acct_${i}`)
    await yieldToEventLoop()
    expect(made).toBe(0)
    expect(await read()).toContain('event: missed')
    for (let i = 0; i < 200; i += 1) feeding.reset(`acct_${i}`)
    await yieldToEventLoop()
    expect(made).toBeLessThan(12)
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
