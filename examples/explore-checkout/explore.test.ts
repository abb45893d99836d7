/** The shop holds, whatever fails. With a bug in it, the test prints the findings, and draws them in report.html. */
import { writeFileSync } from 'node:fs'
import { explore } from 'payment-sandbox/explore'
import { expect, test } from 'payment-sandbox/vitest'
import { checkout } from './checkout'

test('a checkout and a refund hold, whatever fails', async () => {
  const report = await explore(checkout)
  if (!report.ok) writeFileSync('report.html', report.html())
  expect(report).toHaveHeld()
  // For all runs together: on a busy machine they may need more than the five seconds of a test.
}, 60_000)
