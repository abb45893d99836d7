import { afterEach, expect, test, vi } from 'vitest'
import { KeptValues } from '../../src/kernel/kept-values'
import { collectGarbage, Noted } from '../support/garbage'

afterEach(() => void vi.unstubAllGlobals())

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
  const references = new Noted()
  vi.stubGlobal(
    'WeakRef',
    class<T extends object> extends WeakRef<T> {
      constructor(value: T) {
        super(value)
        references.note(this)
      }
    },
  )
  const values = filled(100)
  values.keepOnly(() => false)
  expect(await references.left()).toBe(100)
  await collectGarbage()
  values.keepOnly(() => false)
  expect(await references.left()).toBe(0)
})

test('in a host without weak references a value comes back all the same', () => {
  vi.stubGlobal('WeakRef', undefined)
  const values = filled(1)
  const held = values.get('value 0')
  values.keepOnly(() => false)
  values.takeBack('value 0')
  expect(values.get('value 0')).toBe(held)
})
