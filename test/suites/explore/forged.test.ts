/** Contract 24: forged events accuse a receiver that believes what they say. */
import { describe, expect, test } from 'vitest'
import { type ExploreKind, explore } from '../../../src/suites/explore/explore'
import { serverOf } from '../../support/server'
import { call, paying, type Run } from './flows'

describe('forged', () => {
  const hearing = (receive: (request: Request, run: Run) => Promise<number>) => (run: Run) => {
    run.sandbox.webhooks.onDelivery((request) => receive(request, run))
    return paying(run)
  }
  const asks = async (request: Request, run: Run, what: 'charge' | 'event'): Promise<void> => {
    const { id, data } = await request.json()
    await call(run, 'GET', what === 'charge' ? `/charges/${data.id}` : `/events/${id}`)
  }

  test.each<[what: string, receive: Parameters<typeof hearing>[0]]>([
    ['fetches the charge', (request, run) => asks(request, run, 'charge').then(() => 204)],
    ['fetches the event', (request, run) => asks(request, run, 'event').then(() => 204)],
    [
      'fetches the charge of one event, and ignores the others',
      async (request, run) => {
        const { key, data } = await request.json()
        if (key === 'charge.complete') await call(run, 'GET', `/charges/${data.id}`)
        return 204
      },
    ],
    [
      'fetches the charge after its answer',
      async (request, run) => {
        void asks(request, run, 'charge')
        return 204
      },
    ],
  ])('does not accuse a receiver that %s', async (_, receive) => {
    const report = await explore({ flow: hearing(receive), kinds: ['forged'] })
    expect(report.findings, report.text()).toEqual([])
  })

  describe('a receiver behind a socket', () => {
    /** @param polls whether the flow asks for its charge again and again meanwhile */
    const explored = async (receiverAsks: boolean, polls: boolean, kinds?: ExploreKind[]) => {
      let present: Run['sandbox'] | undefined
      const webhook = await serverOf(async (incoming, outgoing) => {
        const { key, data } = JSON.parse((await incoming.toArray()).join(''))
        if (receiverAsks && key === 'charge.complete' && present !== undefined)
          await call({ sandbox: present }, 'GET', `/charges/${data.id}`)
        outgoing.writeHead(204).end()
      })
      return explore({
        sandbox: { webhook },
        kinds: kinds ?? ['forged'],
        flow: async (run) => {
          present = run.sandbox
          const id = await paying(run)
          for (let i = 0; polls && i < 20; i += 1) {
            await call(run, 'GET', `/charges/${id}`)
            await new Promise((resolve) => setTimeout(resolve, 2))
          }
        },
      })
    }

    test.each([true, false])(
      'that fetches the charge is not accused, whether the flow polls it (%s) or not',
      async (polls) => {
        const report = await explored(true, polls)
        expect(report.findings, report.text()).toEqual([])
        // One event is ignored, and nobody can tell whether it would have been believed.
        expect(report.scenarios.map(({ outcome }) => outcome)).toEqual(['not-reached', 'held'])
      },
    )

    test.each([true, false])(
      'that believes all is found, whether the flow polls its charge (%s) or not',
      async (polls) => {
        const { findings } = await explored(false, polls)
        expect(findings).toMatchObject([{ rule: 'forged' }])
      },
    )
  })

  test('is one finding for all events of a receiver', async () => {
    const report = await explore({ flow: hearing(async () => 204), kinds: ['forged'] })
    expect(report.findings).toMatchObject([
      {
        rule: 'forged',
        scenario: 'charge.create #1: forged',
        also: ['charge.complete #1: forged'],
        message: expect.stringContaining(
          'answered 2xx to a forged charge.create #1, charge.complete #1, and did not ask',
        ),
      },
    ])
    expect(report.scenarios.map(({ outcome }) => outcome)).toEqual(['finding', 'finding'])
    expect(report.text()).toMatch(/^charge\.create #1 FORGED\ncharge\.complete #1\n\s+FORGED$/m)
  })

  test('accuses one that asks for another record', async () => {
    const flow = hearing((_, run) => call(run, 'GET', '/account').then(() => 204))
    expect((await explore({ flow, kinds: ['forged'] })).findings).toHaveLength(1)
  })
})
