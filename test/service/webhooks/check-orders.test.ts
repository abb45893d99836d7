/** check-webhook and shops that look up the order of an event: what the answers show, and what they do not. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { judged, notHandled, withoutLoad } from './judged'
import { careful, closeReceivers, type ReceivedEvent, type Receiver, receiving } from './receivers'

afterAll(closeReceivers)

const actedOn = ['signed', 'duplicate-acted-on']

/** Shops with one order of their own, B-7: how often do they mail about it? */
const isOurs = ({ data }: ReceivedEvent): boolean => data.paid === true && data.metadata?.order === 'B-7'

const mailsAlways: Receiver['act'] = (event, book) => {
  if (isOurs(event) && event.key === 'charge.complete') book.handled += 1
  return 204
}

const mailsOnce: Receiver['act'] = (event, book) => {
  if (!book.seen.has(event.id)) mailsAlways(event, book)
  book.seen.add(event.id)
  return 204
}

/** Remembers no events, but which order is paid. */
const paysOnce: Receiver['act'] = (event, book) => {
  if (isOurs(event)) book.handled = 1
  return 204
}

describe.concurrent('check-webhook, with orders', { timeout: 60_000 }, () => {
  it.each([
    ['remembers events', mailsOnce, 'handled'],
    ['remembers nothing', mailsAlways, 'not handled'],
    ['remembers which order is paid', paysOnce, 'handled'],
  ])(
    'judges whether a shop that %s acts twice only where it acted once: on its order',
    async (_, act, result) => {
      const { url, handled } = await receiving({ ...careful, act })
      const [, madeUp] = await judged(url, { handled, only: actedOn })
      expect(madeUp).toEqual(
        expect.objectContaining({
          result: 'not judged',
          problem: expect.stringMatching(/did not grow.*: give an order.*--metadata <key=value> or --event/),
          advice: null,
        }),
      )
      const onItsOrder = { handled, only: actedOn, metadata: { order: 'B-7' } }
      expect((await judged(url, onItsOrder))[1]).toMatchObject({ result })
    },
  )

  it('races the first payment of an order: a shop that reads, waits and pays it is found', async () => {
    const paid = new Set<string | undefined>()
    const act: Receiver['act'] = async (event, book) => {
      const order = event.data.metadata?.order
      if (!isOurs(event) || event.key !== 'charge.complete' || paid.has(order)) return 204
      await setTimeout(100)
      book.handled += 1
      paid.add(order)
      return 204
    }
    const { url, handled } = await receiving({ ...careful, act })
    const only = [...actedOn, 'duplicate-at-once']
    const verdicts = await judged(url, { handled, only, metadata: { order: 'B-7' } })
    expect(verdicts.map(({ result }) => result)).toEqual(['handled', 'handled', 'not handled'])
    expect(verdicts[2]?.problem).toMatch(/^it was acted on [2-5] times$/)
  })

  it('sends an event of the user under new ids, with the metadata that was given too', async () => {
    const events: ReceivedEvent[] = []
    const act: Receiver['act'] = (event, book) => {
      events.push(event)
      return mailsOnce(event, book)
    }
    const { url, handled } = await receiving({ ...careful, act })
    const event = {
      id: 'evnt_test_mine',
      key: 'charge.complete',
      data: { id: 'chrg_test_mine', paid: true, amount: 45000, metadata: { order: 'B-7' } },
    }
    const verdicts = await judged(url, { handled, event, metadata: { table: '9' }, only: withoutLoad })
    expect(verdicts.filter(({ result }) => result !== 'handled')).toMatchObject([
      { case: 'order', result: 'not judged', problem: expect.stringContaining('give --metadata') },
    ])
    expect(events.filter(({ id }) => id === event.id)).toEqual([])
    expect(events[0]).toMatchObject({
      key: 'charge.complete',
      data: { ...event.data, metadata: { order: 'B-7', table: '9' } },
    })
  })

  it('blames neither path nor signature when a shop refuses an order that it does not know', async () => {
    const { url } = await receiving({
      ...careful,
      act: ({ data }) => (data.metadata?.order === 'B-7' ? 204 : 404),
    })
    const [first] = await judged(url)
    expect(first).toMatchObject({
      result: 'not judged',
      statuses: [404],
      problem: expect.stringMatching(/^answered 404, and 400 to a forged event: give an order/),
      advice: null,
    })
    expect(notHandled(await judged(url, { metadata: { order: 'B-7' }, only: withoutLoad }))).toEqual([])
  })

  it('blames no case for what the receiver refuses of normal events too', async () => {
    const pays: Receiver['act'] = ({ key }) => (key === 'charge.complete' ? 404 : 204)
    const { url } = await receiving({ ...careful, act: pays })
    const verdicts = await judged(url, { only: withoutLoad })
    expect(verdicts.filter(({ result }) => result !== 'handled')).toMatchObject([
      { case: 'duplicate-acted-on' },
      {
        case: 'order',
        result: 'not judged',
        problem: expect.stringMatching(/^answered 404 to a normal charge\.complete too: give an order/),
      },
    ])
  })
})
