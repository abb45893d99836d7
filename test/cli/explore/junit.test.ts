import { expect, test } from 'vitest'
import { junitOf } from '../../../src/cli/explore/junit'

test('JUnit XML has a case for each scenario, and keeps texts that XML cannot say', () => {
  const scenarios = [
    { name: 'POST /charges #1: refused', outcome: 'held', ms: 12.34 },
    { name: 'POST /charges #1: answer-lost', outcome: 'finding', ms: 20 },
    { name: 'charge.complete #1: late', outcome: 'not-reached', ms: 5 },
  ] as const
  const message = 'the command said "\x1b[31m1 < 2 && 3 > 2\x1b[0m"\x07\nand ended 😀'
  const findings = [
    {
      scenario: 'POST /charges #1: answer-lost',
      also: [],
      rule: 'check' as const,
      message,
      story: ['POST /charges 200'],
    },
  ]
  expect(junitOf('explore npm test', { scenarios, findings })).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="explore npm test" tests="3" failures="1" errors="0" skipped="1" time="0.037">
<testsuite name="explore npm test" tests="3" failures="1" errors="0" skipped="1" time="0.037">
  <testcase classname="explore npm test" name="POST /charges #1: refused" time="0.012"/>
  <testcase classname="explore npm test" name="POST /charges #1: answer-lost" time="0.020">
    <failure type="check" message="the command said &quot;1 &lt; 2 &amp;&amp; 3 &gt; 2&quot;&#10;and ended 😀">the command said &quot;1 &lt; 2 &amp;&amp; 3 &gt; 2&quot;
and ended 😀

POST /charges 200</failure>
  </testcase>
  <testcase classname="explore npm test" name="charge.complete #1: late" time="0.005">
    <skipped message="not reached: the run never came to this point"/>
  </testcase>
</testsuite>
</testsuites>
`,
  )
})
