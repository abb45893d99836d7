/** Contract 18: over sockets, too, two things at once begin at one moment, however long their connections take. */
import { json, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { deferred } from '../../../src/kernel/deferred'
import { nodeNetworkOf } from '../../../src/node/sockets'
import type { WebhookEvent } from '../../../src/service/webhooks/signature'
import { explore } from '../../../src/suites/explore/explore'
import { meetingOf } from '../../../src/suites/explore/moments'
import { serverOf } from '../../support/server'
import { charging, clientOf } from './flows'
import { queue } from './racing'

const ticksOf = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) await null
}

/** What receiver and flow see of a scenario, in order. There, the receiver reads no body before it has so many heads. */
const seenIn = async (only: string, heads = 1): Promise<readonly string[]> => {
  let seen: string[] = []
  let missing = 1
  let all = deferred()
  const webhook = await serverOf(async (request, answer) => {
    seen.push('head')
    missing -= 1
    if (missing === 0) all.resolve()
    await all.promise
    const event = (await json(request)) as WebhookEvent
    seen.push(event.key)
    answer.end()
  })
  const { scenarios } = await explore({
    only,
    sandbox: { webhooks: { endpoints: [webhook] } },
    flow: async ({ sandbox, scenario }) => {
      seen = []
      missing = scenario === null ? 1 : heads
      all = deferred()
      const { url, close } = await sandbox.listen({ port: 0 })
      const body = new URLSearchParams({ amount: '50000', currency: 'thb', card: sandbox.token().id })
      const headers = { authorization: sandbox.authorization.secret, connection: 'close' }
      await fetch(`${url}/charges`, { method: 'POST', headers, body })
      seen.push('answer')
      await sandbox.webhooks.settle()
      await close()
    },
  })
  expect(scenarios).toMatchObject([{ name: only, outcome: 'held' }])
  return seen
}

test.each([
  ['charge.create #1: at-once', 'charge.create'],
  ['charge.create #1: together', 'charge.complete'],
])('%s: a receiver may wait for the second before it reads the first', async (only, other) => {
  const seen = (await seenIn(only, 2)).filter((what) => what !== 'answer')
  expect(seen.slice(0, 2)).toEqual(['head', 'head'])
  expect(seen.slice(2, 4).sort()).toEqual([other, 'charge.create'].sort())
})

test('a delivery sends its head once it is connected, and its body once it may', async () => {
  const seen: string[] = []
  const head = deferred()
  const url = await serverOf(async (request, answer) => {
    head.resolve()
    seen.push(`body ${await text(request)}`)
    answer.end()
  })
  const opened = async (): Promise<void> => {
    await head.promise
    seen.push('opened')
  }
  const { signal } = new AbortController()
  const answer = await nodeNetworkOf([])({ url, headers: {}, body: 'x', opened, signal })
  expect([answer.status, ...seen]).toEqual([200, 'opened', 'body x'])
})

test('what begins at one moment waits until all of it is connected', async () => {
  const connected = meetingOf(2)
  const begun: string[] = []
  const begin = (what: string) => connected().then(() => begun.push(what))
  const first = begin('first')
  await ticksOf(100)
  expect(begun).toEqual([])
  await Promise.all([first, begin('second')])
  expect(begun).toEqual(['first', 'second'])
})

test('beside: it is connected before its call is answered, and those before it have arrived', async () => {
  const seen = await seenIn('charge.complete #1: beside')
  expect(seen.slice(0, 3)).toEqual(['head', 'charge.create', 'head'])
  expect(seen.slice(3).sort()).toEqual(['answer', 'charge.complete'])
})

test('early: a receiver may wait for a lock that the flow holds until its call is answered', async () => {
  const report = await explore({
    only: 'charge.complete #1: early',
    flow: async ({ sandbox }) => {
      const inTurn = queue()
      sandbox.webhooks.onDelivery(() => inTurn(async () => undefined))
      await inTurn(() => charging(clientOf(sandbox), { card: sandbox.token().id }, 'order-A-1'))
    },
  })
  expect(report.findings, report.text()).toEqual([])
  expect(report.scenarios).toMatchObject([{ outcome: 'held' }])
})

test.each([
  ['that takes real time is tried until it shows', 5, 4],
  ['that takes none shows each time, and is tried once', 0, 2],
])('a race that is asked for by its name and %s', async (_, ms, shownIn) => {
  let runs = 0
  const { findings } = await explore({
    only: 'charge.create #1: at-once',
    flow: async ({ sandbox }) => {
      runs += 1
      sandbox.webhooks.onDelivery(() => (ms === 0 ? 204 : sleep(ms)))
      await charging(clientOf(sandbox), { card: sandbox.token().id }, 'order-A-1')
    },
    check: () => {
      if (runs === shownIn) throw new Error('two parcels')
    },
  })
  expect(findings).toMatchObject([{ scenario: 'charge.create #1: at-once', message: 'two parcels' }])
  expect(runs).toBe(shownIn)
})
