/** `payment-sandbox compare` between two sandboxes: nothing differs, or what the profiles choose. */
import { beforeEach, describe, expect, it } from 'vitest'
import { profileOf } from '../../../src/options/profiles'
import { compared, differencesIn, otherService, withoutPauses } from './services'

describe('between two sandboxes', () => {
  beforeEach(() => void withoutPauses())

  it.each(['spec', 'omise'] as const)('of the profile %s nothing differs', async (profile) => {
    const service = await otherService(undefined, { profile })
    const { code, report, stdout, stderr } = await compared(service, '--profile', profile, '--settings')
    expect({ code, stderr, found: differencesIn(report) }).toEqual({ code: 0, stderr: '', found: [] })
    expect(report.score).toBe(1)
    expect(new Set(report.operations.map(({ outcome }) => outcome))).toEqual(new Set(['same']))
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(stdout).toMatch(/^ {2}(\d+) of \1 operations .*: 100 %$/m)
  })

  it.each([
    ['spec', 'omise'],
    ['omise', 'spec'],
  ] as const)('%s differs from %s by choices alone', async (profile, other) => {
    const service = await otherService(undefined, { profile: other })
    const { headerPrefix } = profileOf(other)
    const given = ['--profile', profile, '--header-prefix', headerPrefix]
    const { code, report } = await compared(service, ...given)
    expect({ code, score: report.score, found: differencesIn(report) }).toEqual({
      code: 0,
      score: 1,
      found: [],
    })
    const choices = new Set(
      report.operations.flatMap(({ differences }) => differences.map(({ choice }) => choice)),
    )
    expect([...choices]).toEqual(
      expect.arrayContaining([
        ...['declines', 'refundCharge', 'listOrder', 'currencyCase', 'timestamps', 'sourceReadKey'],
        ...['recaptureError', 'refunds', 'refundError', 'amountError', 'eventKeys'],
      ]),
    )
  })

  it.each([
    ['running', { profile: 'omise', now: '2027-02-03T04:05:06Z' }],
    ['stopped', { profile: 'spec', now: '2027-02-03T04:05:06Z', freeze: true }],
    ['stopped in whole seconds', { profile: 'omise', now: '2027-02-03T04:05:06Z', freeze: true }],
    ['stopped between two seconds', { profile: 'omise', now: '2027-02-03T04:05:06.789Z', freeze: true }],
  ] as const)('of another time, %s, nothing differs either', async (_, options) => {
    const service = await otherService(undefined, options)
    const some = ['card-*', 'lists-*', 'charge-schedule'].flatMap((only) => ['--only', only])
    const { report } = await compared(service, '--profile', options.profile, ...some)
    expect(differencesIn(report)).toEqual([])
  })
})
