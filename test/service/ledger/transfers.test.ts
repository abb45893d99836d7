import { beforeEach, describe, expect, test } from 'vitest'
import { UndoLog } from '../../../src/kernel/commit'
import { Timeline } from '../../../src/kernel/timeline'
import { audit } from '../../../src/service/ledger/audit'
import { noFees } from '../../../src/service/ledger/fees'
import { post } from '../../../src/service/ledger/post'
import { balanceOf } from '../../../src/service/ledger/sums'
import { defaultRecipientOf } from '../../../src/service/resources/recipient/operations'
import { failTransfer, payTransfer, sendTransfer } from '../../../src/service/resources/transfer/levers'
import {
  createTransfer,
  deleteTransfer,
  updateTransfer,
} from '../../../src/service/resources/transfer/operations'
import type { World } from '../../../src/service/world'
import { emptyWorld } from '../../support/books'

/** A world without HTTP that holds 100,000 satang. */
const richWorld = (livemode: boolean): World => {
  const undo = new UndoLog()
  const timeline = new Timeline(() => 0, undo)
  const world = emptyWorld({ livemode, undo, timeline })
  undo.run(() => {
    post(world, 'charge.captured.net', 'chrg_x', { ...noFees, gross: 100_000 })
  })
  timeline.place(7 * 86_400_000)
  return world
}

type Act = (world: World, id: string) => unknown

/** What is done to a transfer, and what the books then say is on its way and gone. */
const ways: readonly (readonly [name: string, acts: readonly Act[], inTransit: number, bank: number])[] = [
  ['waits', [], 0, 0],
  ['changes', [(world, id) => updateTransfer(world, id, { amount: 60_000 })], 0, 0],
  ['is deleted', [deleteTransfer], 0, 0],
  ['fails', [(world, id) => failTransfer(world, id)], 0, 0],
  ['is sent', [sendTransfer], 47_000, 0],
  ['is paid', [sendTransfer, payTransfer], 0, 47_000],
  ['comes back', [sendTransfer, (world, id) => failTransfer(world, id)], 0, 0],
]

const lineSum = (world: World, account: 'in_transit' | 'bank' | 'fees' | 'fee_vat'): number =>
  [...world.transactions.snapshot(), ...world.bookings.snapshot()].reduce(
    (sum, entry) => sum - (entry.lines[account] ?? 0),
    0,
  )

describe.each([false, true])('the books of transfers (live mode: %s)', (livemode) => {
  let world: World
  beforeEach(() => {
    world = richWorld(livemode)
  })

  test.each(ways)(
    'balance when a transfer %s; the service earns its fee on what arrives',
    (_, acts, way, gone) => {
      const { id } = world.commit(() => createTransfer(world, { amount: 50_000 }))
      for (const act of acts)
        world.commit(() => {
          act(world, id)
        })
      expect(audit(world)).toEqual([])
      expect([lineSum(world, 'in_transit'), lineSum(world, 'bank')]).toEqual([way, gone])
      const earned = way + gone > 0
      expect([lineSum(world, 'fees'), lineSum(world, 'fee_vat')]).toEqual(earned ? [2804, 196] : [0, 0])
    },
  )

  test('a transfer that waits reserves its amount, fee included', () => {
    world.commit(() => createTransfer(world, { amount: 50_000 }))
    expect(balanceOf(world)).toEqual({ total: 100_000, settled: 100_000, transferable: 50_000 })
  })

  test('a transfer that is undone with its commit reserves nothing', () => {
    expect(() =>
      world.commit(() => {
        createTransfer(world, { amount: 50_000 })
        throw new Error('taken back')
      }),
    ).toThrow('taken back')
    expect(balanceOf(world)).toEqual({ total: 100_000, settled: 100_000, transferable: 100_000 })
    expect([world.transfers.length, world.recipients.length, world.events.length]).toEqual([0, 0, 0])
  })

  test('the first transfer to the default recipient keeps its row, once', () => {
    const before = defaultRecipientOf(world)
    world.commit(() => createTransfer(world, { amount: 5000 }))
    world.commit(() => createTransfer(world, { amount: 5000 }))
    expect(world.recipients.snapshot()).toEqual([before])
  })
})

describe('the audit notices', () => {
  const wrongs: readonly (readonly [what: string, wrong: Act, fault: RegExp])[] = [
    [
      'a transfer that says sent and was not booked',
      (world, id) => {
        const row = world.transfers.get(id)
        if (row !== undefined) world.transfers.update(row, { state: 'sent' })
      },
      /is sent with 0 transactions/,
    ],
    [
      'money on its way that nobody sent',
      (world) => {
        const facts = { ...noFees, gross: 10_000 }
        post(world, 'transfer.sent.debit', 'trsf_x', facts)
      },
      /^10000 is in transit, yet sent transfers sum to 0$/,
    ],
  ]

  test.each(wrongs)('%s', (_, wrong, fault) => {
    const world = richWorld(false)
    const { id } = world.commit(() => createTransfer(world, { amount: 50_000 }))
    world.commit(() => {
      wrong(world, id)
    })
    expect(audit(world).some((text) => fault.test(text))).toBe(true)
  })
})
