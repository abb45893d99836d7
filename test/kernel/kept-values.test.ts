import { setImmediate } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import { expect, onTestFinished, test, vi } from 'vitest'
import { KeptValues } from '../../src/kernel/kept-values'

const filled = (count: number): KeptValues<object> => {
  const values = new KeptValues<object>()
  for (let i = 0; i < count; i += 1) values.set(`value ${i}`, {})
  return values
}

test('a value that is let go comes back under its name while something holds it', () => {
  const values = filled(2)
  const held = values.get('value 0')
  values.keepOnly((name) => name === 'value 1')
  expect([values.get('value 0'), values.values.length]).toEqual([undefined, 1])
  values.keepOnly(() => true)
  expect([values.get('value 0') === held, values.values.length]).toEqual([true, 2])
})

test('nothing is left of the names of values that are gone', async () => {
  const values = filled(100)
  values.keepOnly(() => false)
  const before = queryObjects(WeakRef, { format: 'count' })
  await setImmediate()
  // Collects them, after the task that let them go.
  queryObjects(WeakRef, { format: 'count' })
  values.keepOnly(() => false)
  await setImmediate()
  expect(before - queryObjects(WeakRef, { format: 'count' })).toBeGreaterThan(90)
})

test('in a host without weak references a value comes back all the same', () => {
  vi.stubGlobal('WeakRef', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  const values = filled(1)
  const held = values.get('value 0')
  values.keepOnly(() => false)
  values.takeBack('value 0')
  expect(values.get('value 0')).toBe(held)
})
