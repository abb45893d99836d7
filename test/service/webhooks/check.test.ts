/** check-webhook finds each mistake of a careless receiver, and nothing to say about a careful one. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { cases } from '../../../src/cli/check-webhook/cases'
import { judged, notHandled, withoutLoad } from './judged'
import {
  ageOf,
  careful,
  closeReceivers,
  hmacOf,
  isSigned,
  listening,
  type Receiver,
  Refusal,
  readAll,
  receiving,
  secrets,
} from './receivers'

afterAll(closeReceivers)

const refusedCases = cases.filter(({ expects }) => expects === 'refused').map(({ id }) => id)

/**
 * Some time, and many turns of the event loop, by which the other requests of the same moment are there too: in time
 * alone a busy machine may do nothing else.
 */
const untilOthersCame = async (): Promise<void> => {
  await setTimeout(50)
  for (let turn = 0; turn < 50; turn += 1) await setImmediate()
}

const by = (found: readonly string[], receiver: Partial<Receiver>) => [found, receiver] as const

/** A mistake, and the cases that find it. */
const careless: Readonly<Record<string, readonly [found: readonly string[], receiver: Partial<Receiver>]>> = {
  'checks nothing': [refusedCases, { accepts: () => true }],
  'skips the check where there is no signature': by(['missing-signature'], {
    accepts: (incoming) => incoming.signature === undefined || careful.accepts(incoming),
  }),
  'takes a request without a timestamp for a new one': by(['missing-timestamp', 'old', 'early'], {
    accepts: (incoming) =>
      isSigned({ ...incoming, timestamp: incoming.timestamp ?? '' }) ||
      (incoming.timestamp === undefined && incoming.signature !== undefined),
  }),
  'does not look at the age': [['old', 'early'], { accepts: isSigned }],
  'looks at the age from one side': by(['early'], {
    accepts: (incoming) => isSigned(incoming) && ageOf(incoming) < 301,
  }),
  'trusts nothing older than a minute': by(['delayed'], {
    accepts: (incoming) => isSigned(incoming) && Math.abs(ageOf(incoming)) <= 60,
  }),
  'compares the whole header with one signature': by(['rotation', 'rotation-first', 'old-secret'], {
    accepts: (incoming) =>
      careful.accepts(incoming) &&
      incoming.signature === hmacOf(secrets.current, incoming.timestamp ?? '', incoming.body),
  }),
  'looks at the first signature only': by(['rotation'], {
    accepts: (incoming) => careful.accepts({ ...incoming, signature: incoming.signature?.split(',')[0] }),
  }),
  'knows one secret only': by(['old-secret'], {
    accepts: (incoming) =>
      careful.accepts(incoming) &&
      (incoming.signature ?? '')
        .split(',')
        .includes(hmacOf(secrets.current, incoming.timestamp ?? '', incoming.body)),
  }),
  'compares in constant time, whatever the length': by(['malformed-signature', 'missing-signature'], {
    accepts: (incoming) => {
      const expected = Buffer.from(hmacOf(secrets.current, incoming.timestamp ?? '', incoming.body))
      timingSafeEqual(Buffer.from((incoming.signature ?? '').split(',')[0] ?? ''), expected)
      return careful.accepts(incoming)
    },
  }),
  'reads the body as Latin text': by(['text'], {
    read: async (request) => Buffer.from((await readAll(request)).toString('latin1')),
  }),
  'takes small bodies only': by(['text'], {
    read: async (request) => {
      const body = await readAll(request)
      if (body.length > 10_000) throw new Refusal(413)
      return body
    },
  }),
  'takes the first piece for the whole body': by(['slow'], {
    read: (request) => new Promise((resolve) => request.once('data', resolve)),
  }),
  'acts on every delivery': by(['duplicate-acted-on', 'duplicate-at-once'], {
    act: (_, book) => {
      book.handled += 1
      return 200
    },
  }),
  'answers 409 to what it has seen': by(['duplicate-acted-on', 'duplicate', 'duplicate-at-once'], {
    act: (event, book) => {
      if (book.seen.has(event.id)) return 409
      return careful.act(event, book)
    },
  }),
  'fails on the unique key when the same event comes twice at once': by(['duplicate-at-once'], {
    act: async (event, book) => {
      if (book.seen.has(event.id)) return 200
      await untilOthersCame()
      if (book.seen.has(event.id)) throw new Error('duplicate key value violates unique constraint')
      return careful.act(event, book)
    },
  }),
  'notes an event only after it acted on it': by(['duplicate-at-once'], {
    act: async (event, book) => {
      if (book.seen.has(event.id)) return 200
      await untilOthersCame()
      book.handled += 1
      book.seen.add(event.id)
      return 200
    },
  }),
  'notes a payment only after it acted on it': by(['duplicate-at-once'], {
    act: async (event, book) => {
      if (event.key !== 'charge.complete' || book.seen.has(event.id)) return 200
      await untilOthersCame()
      book.handled += 1
      book.seen.add(event.id)
      return 200
    },
  }),
  'needs to know a charge before it is completed': by(['order'], {
    act: (event, book) => {
      if (event.key === 'charge.complete' && !book.charges.has(event.data.id)) return 404
      book.charges.add(event.data.id)
      return careful.act(event, book)
    },
  }),
  'refuses kinds of events that it does not know': by(['unknown-key'], {
    act: (event, book) => (event.key.startsWith('charge.') ? careful.act(event, book) : 422),
  }),
}

describe.concurrent('check-webhook', { timeout: 60_000 }, () => {
  it('reports nothing about a correct receiver', async () => {
    const { url, handled } = await receiving(careful)
    const verdicts = await judged(url, { handled })
    const expected = cases.map(({ id }) => ({ case: id, result: 'handled' }))
    expect(verdicts).toMatchObject(expected)
  })

  it.each(Object.entries(careless))('finds a receiver that %s', async (_, [found, mistake]) => {
    const { url, handled } = await receiving({ ...careful, ...mistake })
    const verdicts = await judged(url, { handled, only: withoutLoad })
    expect(notHandled(verdicts)).toEqual(found)
    for (const { result, problem, advice } of verdicts)
      expect(problem !== null && advice !== null, 'a problem comes with advice').toBe(
        result === 'not handled',
      )
  })

  it('every case is failed by one of the careless receivers, or below', () => {
    const found = new Set(Object.values(careless).flatMap(([ids]) => ids))
    expect(cases.map(({ id }) => id).filter((id) => !found.has(id))).toEqual(['signed', 'load'])
  })

  it('skips the other cases if the receiver refuses a signed event', async () => {
    const { url } = await receiving({ ...careful, accepts: () => false })
    const [first, ...rest] = await judged(url)
    expect(first).toMatchObject({ result: 'not handled', problem: 'answered 400, expected 200 to 299' })
    expect(new Set(rest.map(({ result, problem }) => `${result}: ${problem}`))).toEqual(
      new Set(['not judged: a signed event must be accepted first']),
    )
  })

  it('names the checks that it cannot make from the answers alone', async () => {
    const { url } = await receiving(careful)
    const untried = (await judged(url)).filter(({ result }) => result === 'not judged')
    expect(untried).toMatchObject([
      { case: 'duplicate-acted-on', problem: 'give the address of its counter with --handled' },
    ])
  })

  it.each([
    [301, /follow no redirects/],
    [404, /the path that takes POST/],
    [500, /failed inside/],
    [401, /is the secret the same/],
  ])('explains the answer %i to a signed event', async (status, advice) => {
    const { url } = await receiving({ ...careful, read: () => Promise.reject(new Refusal(status)) })
    const said = { statuses: [status], advice: expect.stringMatching(advice) }
    expect((await judged(url))[0]).toMatchObject(said)
  })

  it('finds a receiver that serves one request at a time, slowly', async () => {
    let queue = Promise.resolve()
    const { url } = await receiving({
      ...careful,
      act: async () => {
        queue = queue.then(() => setTimeout(300))
        await queue
        return 204
      },
    })
    const verdicts = await judged(url, { timeoutMs: 2000, only: ['signed', 'load'] })
    expect(notHandled(verdicts)).toEqual(['load'])
    expect(verdicts[1]?.problem).toBe('no answer within 2 s')
  })

  it('gives up on a receiver that does not answer, and says that the service does so too', async () => {
    const origin = await listening(createServer())
    const [first] = await judged(origin, { timeoutMs: 500 })
    expect(first).toMatchObject({
      result: 'not handled',
      problem: 'no answer within 0.5 s',
      advice: expect.stringMatching(/^answer first and work later/),
    })
  })

  it('signs as the service does: what it sends is what Node makes of secret, timestamp and body', async () => {
    const seen: boolean[] = []
    const { url } = await receiving({
      ...careful,
      accepts: ({ body, signature, timestamp }) => {
        const mac = createHmac('sha256', secrets.current).update(`${timestamp}.${body}`).digest('hex')
        seen.push(signature === mac)
        return false
      },
    })
    await judged(url)
    // The next has the header names of the other profile, the last is forged: they show whether the signature was the reason.
    expect(seen).toEqual([true, false, false])
  })
})
