import { describe, expect, test } from 'vitest'
import { UndoLog } from '../../../src/kernel/commit'
import { Ids } from '../../../src/kernel/ids'
import { Timeline } from '../../../src/kernel/timeline'
import { Accounts } from '../../../src/service/accounts'
import { audit } from '../../../src/service/ledger/audit'
import { declineOf } from '../../../src/service/resources/charge/operations'
import { createCustomer } from '../../../src/service/resources/customer/operations'
import { createLink, payLink } from '../../../src/service/resources/link/operations'
import {
  createSchedule,
  findSchedule,
  runDueOccurrence,
  runSchedule,
  suspendSchedule,
} from '../../../src/service/resources/schedule/operations'
import { createToken } from '../../../src/service/resources/token/operations'
import type { World } from '../../../src/service/world'

const day = 86_400_000
const card = {
  name: 'Somchai Prasert',
  number: '4242424242424242',
  expiration_month: '12',
  expiration_year: '2030',
  security_code: '123',
}

/** A world without HTTP, at the first moment of 1970. */
const emptyWorld = (): World => {
  const undo = new UndoLog()
  const accounts = new Accounts({
    timeline: new Timeline(() => 0, undo),
    ids: new Ids('levers'),
    undo,
  })
  return accounts.world(undo.run(() => accounts.create({})).id, false)
}

const scheduled = (endOn?: number) => {
  const world = emptyWorld()
  const schedule = world.commit(() => {
    const customer = createCustomer(world, { card: createToken(world, card).id }).id
    const charge = { customer, amount: 10_000 }
    return createSchedule(world, { every: 1, period: 'day', start_on: 3 * day, end_on: endOn, charge })
  })
  return { world, id: schedule.id }
}

describe('runSchedule: the next occurrence happens now', () => {
  test('and the day after it comes next', () => {
    const { world, id } = scheduled()
    const ran = world.commit(() => runSchedule(world, id))
    expect(ran).toMatchObject({ state: 'successful', scheduledOn: 3 * day, processedAt: 0 })
    expect(findSchedule(world, id)).toMatchObject({ state: 'running', nextOn: 4 * day })
    expect(world.charges.get(ran.result ?? '')).toMatchObject({ state: 'paid', schedule: id })
    expect(audit(world)).toEqual([])
    const wrong = (id: string) => world.commit(() => world.occurrences.update(ran, { result: id }))
    wrong('chrg_test_x')
    expect(audit(world)).toEqual([expect.stringContaining('chrg_test_x is no payment')])
  })

  test('and its own day then does nothing', () => {
    const { world, id } = scheduled()
    const ran = world.commit(() => runSchedule(world, id))
    world.commit(() => runDueOccurrence(world, ran.id))
    expect(world.charges.length).toBe(1)
  })

  test('until none is left', () => {
    const { world, id } = scheduled(4 * day)
    world.commit(() => runSchedule(world, id))
    expect(findSchedule(world, id).state).toBe('expiring')
    world.commit(() => runSchedule(world, id))
    expect(findSchedule(world, id)).toMatchObject({ state: 'expired', nextOn: null, endedAt: 0 })
    expect(() => world.commit(() => runSchedule(world, id))).toThrow('nothing left to run: it is expired')
  })

  test('but not while it is suspended', () => {
    const { world, id } = scheduled()
    world.commit(() => suspendSchedule(world, id))
    expect(() => world.commit(() => runSchedule(world, id))).toThrow('nothing left to run: it is suspended')
    expect(world.charges.length).toBe(0)
  })

  test('of a schedule that does not exist', () => {
    const { world } = scheduled()
    expect(() => runSchedule(world, 'schd_test_x')).toThrow('schedule schd_test_x was not found')
  })
})

describe('payLink: a payer pays', () => {
  const linked = () => {
    const world = emptyWorld()
    const input = { amount: 20_000, currency: 'thb', title: 'A', description: 'B' } as const
    return { world, link: world.commit(() => createLink(world, input)) }
  }
  const baseUrl = 'http://localhost:9000'

  test('by card data, and comes back to the address of the link', () => {
    const { world, link } = linked()
    const paid = world.commit(() => payLink(world, link.id, { card }, baseUrl))
    expect(paid).toMatchObject({ state: 'paid', link: link.id })
    const token = link.id.replace('link_test_', '').toUpperCase()
    expect(world.charges.at(0).returnUri).toBe(`${baseUrl}/pay/${token}/complete`)
    const used = world.links.get(link.id)
    expect(used?.usedAt).toBe(0)
    expect(audit(world)).toEqual([])
    if (used !== undefined) world.commit(() => world.links.update(used, { usedAt: null }))
    expect(audit(world)).toEqual([`${link.id} was used: false, paid: true`])
  })

  test('or is declined: the failed charge is kept, and the link stays open', () => {
    const { world, link } = linked()
    const declining = { ...card, number: '4111111111140011' }
    const declined = world.commit(() => payLink(world, link.id, { card: declining }, baseUrl))
    expect(declined).toMatchObject({ state: 'failed', link: link.id })
    expect(declineOf(declined)).toMatchObject({
      refusal: 'insufficient_fund',
      context: { charge_id: declined.id },
    })
    expect(world.charges.at(0)).toEqual(declined)
    expect(world.links.get(link.id)?.usedAt).toBe(null)
  })

  test('a link that does not exist', () => {
    const { world } = linked()
    expect(() => payLink(world, 'link_test_x', { card }, baseUrl)).toThrow('link link_test_x was not found')
  })
})
