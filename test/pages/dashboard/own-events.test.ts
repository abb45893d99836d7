/** The events without those about deliveries, read by position. */
import { expect, test } from 'vitest'
import type { Row } from '../../../src/kernel/collection'
import { ownEvents } from '../../../src/pages/dashboard/parts/own-events'

type Key = 'charge.create' | 'webhooks.deliver'
type OneEvent = Row & { readonly key: Key }

/** Events that can be appended, forgotten from the front, and taken back from the end. */
class Events {
  rows: OneEvent[] = []
  reads = 0
  #made = 0

  add(key: Key, count = 1): void {
    for (let i = 0; i < count; i += 1) {
      this.#made += 1
      const id = `evnt_test_${this.#made}`
      this.rows.push({ id, createdAt: 0, key })
    }
  }

  get length(): number {
    return this.rows.length
  }

  at(place: number): OneEvent {
    this.reads += 1
    return this.rows[place] ?? expect.fail(`there is no event at ${place}`)
  }

  get own(): readonly OneEvent[] {
    return this.rows.filter(({ key }) => key === 'charge.create')
  }

  get list() {
    const webhookDeliveries = { length: this.length - this.own.length }
    return ownEvents({ world: { events: this, webhookDeliveries } })
  }

  /** The last ones, from the newest on, as a page reads them. */
  page(skip = 0): readonly string[] {
    const { length, at } = this.list
    const count = Math.max(0, Math.min(25, length - skip))
    return Array.from({ length: count }, (_, i) => at(length - 1 - skip - i).id)
  }

  wanted(skip = 0): readonly string[] {
    const all = this.own.map(({ id }) => id).reverse()
    return all.slice(skip, skip + 25)
  }
}

test('every page has its events, while events come, are forgotten, or are others after a restore', () => {
  const events = new Events()
  const sizes = [1, 3, 40, 499, 500, 501, 1200]
  for (let round = 0; round < 60; round += 1) {
    const size = sizes[(round * 5) % sizes.length] ?? 1
    if (round % 7 === 5) events.rows.splice(0, size)
    else if (round % 7 === 6) events.rows.splice(Math.max(0, events.length - size))
    else events.add(round % 2 === 0 ? 'charge.create' : 'webhooks.deliver', size)
    const { length } = events.own
    for (const skip of [0, 25, length >> 1, length - 25, length - 3].filter((one) => one >= 0))
      expect(events.page(skip), `round ${round}, from ${skip}`).toEqual(events.wanted(skip))
  }
})

test('the oldest events are read from the oldest on', () => {
  const events = new Events()
  events.add('charge.create', 100)
  events.add('webhooks.deliver', 5000)
  events.add('charge.create', 5000)
  expect(events.page(5075)).toEqual(events.wanted(5075))
  expect(events.reads).toBeLessThan(200)
})
