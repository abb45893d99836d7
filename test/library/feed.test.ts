/** What happens in a sandbox, for whoever follows it: one ring for all readers, and nothing while there are none. */
import { describe, expect, test } from 'vitest'
import { streamOf } from '../../src/control/stream'
import { Journal } from '../../src/http/journal'
import { UndoLog } from '../../src/kernel/commit'
import { Feed, type Happening } from '../../src/library/feed'
import { makeBackend } from '../support/backend'

const makeFeed = () => {
  const undo = new UndoLog()
  const journal = new Journal(1)
  const clock = { now: () => new Date(0), frozen: false, moves: new Set<() => void>() }
  const watchers = new Set<(account: string | null) => void>()
  const feed = new Feed({ accounts: makeBackend().accounts, undo, journal, clock, watchers })
  const reset = (account: string): void => {
    for (const tell of watchers) tell(account)
  }
  const followed = () => [undo.watchers, journal.watchers, clock.moves, watchers].map(({ size }) => size)
  return { feed, reset, followed }
}

test('it follows what happens from the first reader on, once for all of them, until it is closed', () => {
  const { feed, followed } = makeFeed()
  expect(followed()).toEqual([0, 0, 0, 0])
  feed.read()
  feed.read()
  expect(followed()).toEqual([1, 1, 1, 1])
  feed.close()
  expect(followed()).toEqual([0, 0, 0, 0])
})

describe('a reader', () => {
  test('that falls behind by more than is kept is told so once, and goes on with what happens next', () => {
    const { feed, reset } = makeFeed()
    const [slow, quick] = [feed.read(), feed.read()]
    let seen = 0
    for (let i = 0; i < 5001; i += 1) {
      reset(`acct_${i}`)
      if (quick.take() !== null) seen += 1
    }
    expect(seen).toBe(5001)
    expect([slow.take(), slow.take()]).toEqual(['gone', null])
    reset('acct_last')
    expect(slow.take()).toEqual({ kind: 'reset', account: 'acct_last' })
  })

  test('that is just in time misses nothing', () => {
    const { feed, reset } = makeFeed()
    const reader = feed.read()
    for (let i = 0; i < 5000; i += 1) reset(`acct_${i}`)
    expect(reader.take()).toEqual({ kind: 'reset', account: 'acct_0' })
  })

  test('comes back to a number of before, as long as that is kept', () => {
    const { feed, reset } = makeFeed()
    const before = feed.read()
    reset('acct_0')
    before.take()
    before.end()
    reset('acct_1')
    expect(feed.read(before.number).take()).toEqual({ kind: 'reset', account: 'acct_1' })
    for (const never of [-1, 3]) expect(feed.read(never).take()).toBe('gone')
  })

  test('waits for what comes, for as long as it is patient, and no more once it is over', async () => {
    const { feed, reset } = makeFeed()
    const reader = feed.read()
    expect(await reader.change(1)).toBe(false)
    const change = reader.change(60_000)
    reset('acct_0')
    expect([await change, await reader.change(60_000)]).toEqual([true, true])
    reader.take()
    const end = reader.change(60_000)
    feed.close()
    expect([await end, await reader.change(60_000), reader.isOver]).toEqual([true, true, true])
    expect(feed.read().isOver).toBe(true)
  })
})

describe('as server-sent events', () => {
  const streamed = (messageOf: (happening: Happening) => null, heartbeatMs?: number) => {
    const { feed, reset } = makeFeed()
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
      messageOf,
      ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
    })
    const decoder = new TextDecoder()
    const reader = body?.getReader()
    const read = async () => decoder.decode((await reader?.read())?.value)
    return { feed, reset, log, read }
  }

  test('what says nothing for a while says that it is still there', async () => {
    const { feed, read } = streamed(() => null, 1)
    expect(await read()).toBe(`: follows\nid: ${feed.name}-0\nretry: 1000\n\n`)
    expect([await read(), await read()]).toEqual([': still there\n\n', ': still there\n\n'])
    feed.close()
  })

  test('a fault of ours is logged and ends the answer', async () => {
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
