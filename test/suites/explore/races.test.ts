/** Contract 18: what goes wrong when two things happen at once is found under the kind that shows it, and comes back. */
import { describe, expect, test } from 'vitest'
import { deferred } from '../../../src/kernel/deferred'
import { yieldToEventLoop } from '../../../src/kernel/real-time'
import { kindNames, rowOf } from '../../../src/service/faults/kinds'
import { explore } from '../../../src/suites/explore/explore'
import { type Open, pauses } from './racing'
import { twoPayments } from './racing-payments'
import { races, racing } from './racing-shops'

const all = kindNames.filter((kind) => !kind.startsWith('crash') && rowOf(kind).at !== 'payer')
const ofCalls = all.filter((kind) => rowOf(kind).at !== 'delivery')

describe.each(Object.entries(races))('%s', (_, { shop, mended, kind }) => {
  test.each(Object.entries(pauses))('is found %s, and comes back by its name', async (_, pause) => {
    const { findings } = await explore(racing(shop, pause, { kinds: [kind] }))
    const only = findings[0]?.scenario ?? 'nothing was found'
    expect(only).toContain(`: ${kind}`)
    for (let i = 0; i < 3; i += 1) {
      const again = await explore(racing(shop, pause, { only }))
      expect(again.findings.map(({ scenario }) => scenario)).toContain(only)
    }
  })

  test('does not happen in the mended shop', async () => {
    const kinds = kind === 'double-click' ? ofCalls : all
    const report = await explore(racing(mended, pauses['in memory'], { kinds }))
    expect(report.findings, report.text()).toEqual([])
  })
})

describe('two payments that add to one balance, with other events between them', () => {
  const only = 'charge.complete #1: together with charge.complete #2'
  const found = async (...given: Parameters<typeof racing>): Promise<readonly string[]> =>
    (await explore(racing(...given))).findings.map(({ scenario }) => scenario)

  test('are found, and come back by their name', async () => {
    expect(await found(twoPayments.shop, pauses['in memory'], { kinds: ['together'] })).toEqual([only])
    expect(await found(twoPayments.shop, pauses['on disk'], { only })).toEqual([only])
  })

  test('do not happen in the mended shop', async () => {
    expect(await found(twoPayments.mended, pauses['in memory'], { kinds: ['together'] })).toEqual([])
  })
})

/** A receiver that is at work on the first event until the page of thanks is shown. */
const busyReceiver =
  (isMended: boolean): Open =>
  (context) => {
    const shown = deferred()
    let mails = 0
    const mail = async (): Promise<void> => {
      if (mails > 0) return
      if (isMended) mails += 1
      await null
      await null
      if (!isMended) mails += 1
      context.order.parcels += 1
    }
    return {
      checkout: async () => {
        const form = { ...context.byCard, authentication: '3DS', return_uri: 'https://shop.example/thanks' }
        const { id } = await context.ask('POST', '/charges', form, () => 'A-1')
        await yieldToEventLoop()
        if (context.sandbox.charges.get(id)?.status === 'pending') context.sandbox.simulate.payCharge(id)
        const { paid } = await context.ask('GET', `/charges/${id}`)
        context.order.paid = paid
        if (paid) await mail()
        shown.resolve()
      },
      hear: async ({ key, data }) => {
        if (key === 'charge.create') await shown.promise
        if (key === 'charge.complete' && data.paid) await mail()
      },
    }
  }

describe('a receiver that is at work on charge.create until the page of thanks is shown', () => {
  const explored = (isMended: boolean) =>
    explore(racing(busyReceiver(isMended), pauses['in memory'], { kinds: ['beside'] }))

  test('mails twice as charge.complete arrives beside that page', async () => {
    const { findings } = await explored(false)
    expect(findings[0]?.scenario).toContain('charge.complete #1: beside')
  })

  test('does not in the mended shop', async () => {
    const report = await explored(true)
    expect(report.findings, report.text()).toEqual([])
  })
})
