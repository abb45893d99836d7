/** Events are asked for by the keys of the profile; those of the other one are refused. */
import { describe, expect, test } from 'vitest'
import { createSandbox } from '../../src/index'
import { failureOf } from '../suites/testing/matchers'
import { makeControl } from '../support/control'
import { setUp, stateOf } from '../support/set-up'

describe('a key of the other profile is refused, with its counterpart, and nothing changes', () => {
  const refused: readonly [set: 'spec' | 'omise', key: string, message: RegExp][] = [
    [
      'omise',
      'charge.dispute.create',
      /^there is no event .*: with the profile omise it is dispute\.create$/,
    ],
    ['omise', 'charge.dispute.close', /it is dispute\.close, dispute\.accept$/],
    ['omise', 'charge.dispute.*', /it is dispute\.create, dispute\.update, dispute\.close, dispute\.accept$/],
    ['omise', 'source.create', /: the service has no such event$/],
    ['omise', 'source.successful', /: the service has no such event; there it is charge\.complete$/],
    ['omise', 'link.payment.complete', /there it is charge\.complete$/],
    ['omise', 'schedule.occurrence.failed', /: the service has no such event$/],
    ['omise', 'webhooks.retry', /: the service has no such event$/],
    ['omise', 'charge.captur', /: did you mean charge\.capture\?$/],
    ['spec', 'charge.capture', /: with the profile spec it is charge\.update$/],
    ['spec', 'dispute.accept', /: with the profile spec it is charge\.dispute\.close$/],
    ['spec', 'transfer.fail', /: with the profile spec it is transfer\.destroy$/],
    ['spec', 'card.update', /: the specification has no such event; there it is customer\.update$/],
    ['spec', 'schedule.expire', /: the specification has no such event$/],
    ['spec', 'charge.complet', /: did you mean charge\.complete\?$/],
  ]
  test.for(refused)('with the keys of %s: %s', async ([set, key, message]) => {
    const { sandbox } = setUp({ overrides: { eventKeys: set } })
    const control = makeControl(sandbox)
    const before = stateOf(sandbox)
    const error = expect.objectContaining({ message: expect.stringMatching(message) })
    await expect(sandbox.trigger(key)).rejects.toEqual(error)
    await expect(sandbox.events.waitFor(key)).rejects.toEqual(error)
    await expect(sandbox.webhooks.next(key)).rejects.toEqual(error)
    for (const assert of [
      () => expect(sandbox).toHaveEmitted(key),
      () => expect(sandbox).not.toHaveEmitted(key),
      () => expect(sandbox).not.toHaveDelivered(key),
    ])
      expect(await failureOf(assert)).toMatch(new RegExp(message.source.replaceAll(/[\^$]/g, '')))
    const fault = expect.objectContaining({
      message: expect.stringMatching(/^event: fits no event that is delivered: /),
    })
    expect(() => sandbox.faults.addWebhook({ event: key, drop: true })).toThrow(fault)
    const answer = await control.post('/faults', { webhook: key, drop: true })
    const fits = expect.stringMatching(/^fits no event that is delivered/)
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { issues: [{ path: 'webhook', message: fits }] } },
    })
    const options = { overrides: { eventKeys: set }, faults: [{ event: key, drop: true }] }
    expect(() => createSandbox(options)).toThrow(/^faults\.0\.event: /)
    expect(stateOf(sandbox)).toBe(before)
  })
})
