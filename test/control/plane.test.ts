/** The code of the control plane is loaded at its first request. */
import { expect, test } from 'vitest'
import { controlPlane } from '../../src/control/plane'
import type { Bindings } from '../../src/service/http/backend'

test('code that could not be loaded is loaded again at the next request', async () => {
  let loads = 0
  const plane = controlPlane(
    () => 0,
    async () => {
      loads += 1
      throw new Error(`load ${loads} failed`)
    },
  )
  const ask = () => plane.answer(new Request('http://localhost/_sandbox/health'), {} as Bindings)
  await expect(ask()).rejects.toThrow('load 1 failed')
  await expect(ask()).rejects.toThrow('load 2 failed')
  await plane.close()
})
