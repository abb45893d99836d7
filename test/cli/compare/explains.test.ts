/** `compare --explains`: which differences the rows of the choices explain. */
import { expect, test } from 'vitest'
import { expectRefusal, inside } from '../inside'

test('prints every row with what it explains, in 80 columns', async () => {
  const { code, stdout } = await inside(['compare', '--explains'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^declines\n {2}POST \/charges status: 402 or 200, where object is charge/m)
  expect(stdout).toMatch(
    /^fields\n {2}account webhook_endpoints: only a service of the profile `spec` has it\n/m,
  )
  expect(stdout).toMatch(/^empty-fields$/m)
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
})

test('prints one row alone', async () => {
  const { stdout } = await inside(['compare', '--explains', 'refundCharge'])
  expect(stdout).toBe('refundCharge\n  refund charge: the same record, or its id\n')
})

test('a row that explains nothing is refused, with the nearest one', async () => {
  await expectRefusal(['compare', '--explains', 'decline'], 2, /no row decline .*: did you mean declines\?/)
})

test('docs choices leaves that out', async () => {
  expect((await inside(['docs', 'choices'])).stdout).not.toMatch(/Explains|where object is/)
})
