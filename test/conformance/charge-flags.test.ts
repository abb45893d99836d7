import { describe, expect } from 'vitest'
import { chargeMachine, chargeFlags as ours } from '../../src/service/resources/charge/machine'
import { chargeFlags } from '../spec/charge-flags'
import { makeClient } from '../support/client'
import { test } from '../support/set-up'
import { standings } from '../support/standings'

describe('spec 2.2: the flags of a charge', () => {
  test.for(chargeFlags)(
    'a charge that is $standing has all of its flags',
    async ({ standing, ...flags }, { sandbox }) => {
      const charge = await standings[standing]({ sandbox, client: makeClient(sandbox) })
      const { transaction, ...rest } = flags
      expect(charge).toMatchObject({ ...rest, captured: flags.paid })
      expect(charge.transaction).toEqual(transaction === 'set' ? expect.stringMatching(/^trxn_test_/) : null)
    },
  )

  test('the table of flags has a row for every state and for every standing of a paid or expired charge', () => {
    const named = chargeMachine.states.filter((state) => state !== 'new')
    const ways = [
      'paid_by_source',
      'paid_refundable_whole',
      'paid_for_good',
      'disputed',
      'refunded',
      'voided',
      'lapsed',
    ]
    expect(Object.keys(ours).sort()).toEqual([...named, ...ways].sort())
  })
})
