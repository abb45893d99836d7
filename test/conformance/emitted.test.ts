/** Some operation emits every kind of event, about the record that changed, in both profiles. */
import { describe, expect, test } from 'vitest'
import type { Event } from '../../src/index'
import { type EventKey, eventKeysOf, eventObjects } from '../../src/service/resources/event/keys'
import { events } from '../spec/events'
import { omiseEvents } from '../spec/events-omise'
import { expectSuccess, setUp } from '../support/set-up'
import { type Operation, operations } from './emitting'
import { type Emitted, otherwise } from './emitting-omise'

const profiles = [
  ['spec', events.map(({ key }) => key), {}],
  ['omise', omiseEvents, otherwise],
] as const

describe.each(profiles)('with the event keys of %s an operation emits', (set, known, instead) => {
  const expectedOf = ([name, , , ...usual]: Operation): Emitted =>
    (instead as Readonly<Record<string, Emitted>>)[name] ?? usual

  test.for(operations)('%s', async (operation) => {
    const [, given, done] = operation
    const setup = setUp({ overrides: { eventKeys: set } })
    const record = await given(setup)
    const before = setup.sandbox.events.count()
    await done(setup, record)
    const fresh = setup.sandbox.events.list().slice(before)
    const expected = expectedOf(operation)
    expect(fresh.map(({ key }) => key)).toEqual(expected.map(([key]) => key))
    for (const [i, [, data]] of expected.entries()) expect(fresh[i]?.data).toMatchObject(data)
    for (const event of fresh)
      expect(expectSuccess(await setup.client.get<Event>(`/events/${event.id}`))).toEqual(event)
    // Of several about one record, the last shows it as it is now.
    for (const data of new Map(fresh.map(({ data }) => [data.id, data])).values())
      if ('location' in data && data.location !== null && !('deleted' in data && data.deleted))
        expect(data).toEqual(expectSuccess(await setup.client.get(data.location)))
  })

  test('the keys are those of the table, and each has an operation here that emits it', () => {
    const emitted = operations.flatMap((operation) => expectedOf(operation).map(([key]) => key))
    // Nothing says how long before the end of a schedule the service sends it: only `trigger` makes it.
    const byHand = set === 'omise' ? ['schedule.expiring'] : []
    expect([...new Set([...emitted, ...byHand])].sort()).toEqual([...known].sort())
    expect([...eventKeysOf(set)].sort()).toEqual([...known].sort())
    expect(Object.keys(instead).filter((name) => operations.every(([one]) => one !== name))).toEqual([])
  })

  test('each can be triggered, and its data is what the type says', async () => {
    for (const key of known) {
      const { sandbox } = setUp({ overrides: { eventKeys: set } })
      const event = await sandbox.trigger(key)
      expect([event.key, event.data.object]).toEqual([key, eventObjects[key as EventKey]])
    }
  })
})
