/** Contract 10: each move is also shown as a line for a shell and as one for a test. */
import { describe, expect, test } from 'vitest'
import { curlLine, libraryLine } from '../../../src/pages/dashboard/records/moves/lines'
import { api, type MoveRequest, outside, resend } from '../../../src/pages/dashboard/records/moves/move'
import { makeSandbox } from '../../support/set-up'

const capture = api('POST', '/charges/chrg_test_1/capture')
const part = api('POST', '/charges/chrg_test_1/refunds', { amount: 25_000 })
const remove = api('DELETE', '/links/link_test_1')
const answer = api('PATCH', '/disputes/dspt_test_1', { message: "It's sent" })
const pay = outside('payCharge', 'chrg_test_1')
const fail = outside('failCharge', 'chrg_test_1', { failure_code: 'insufficient_balance' })
const win = outside('decideDispute', 'dspt_test_1', { outcome: 'won' })

const shownIn = (livemode = false, showsKeys = true) => {
  const sandbox = makeSandbox()
  const [account] = sandbox.accounts
  if (account === undefined) expect.fail('there is no account')
  return { sandbox, account, livemode, showsKeys, mode: livemode ? account.live : account.test }
}

describe('a move as a command', () => {
  test.each<[string, MoveRequest, string]>([
    ['without a body', capture, '/charges/chrg_test_1/capture -u skey_test_sandbox: -X POST'],
    ['with a body', part, '/charges/chrg_test_1/refunds -u skey_test_sandbox: -d amount=25000'],
    ['that removes', remove, '/links/link_test_1 -u skey_test_sandbox: -X DELETE'],
    [
      'with a quote',
      answer,
      `/disputes/dspt_test_1 -u skey_test_sandbox: -X PATCH -d 'message=It'\\''s sent'`,
    ],
    ['from outside', pay, `/_sandbox/simulate/pay-charge -d '{"charge":"chrg_test_1"}'`],
    ['that resends', resend('evnt_test_1'), '/_sandbox/events/evnt_test_1/resend -X POST'],
  ])('%s', (_, request, line) => {
    const shown = shownIn()
    const expected = `curl ${shown.sandbox.url}${line}`.replace('skey_test_sandbox', shown.mode.keys.secret)
    expect(curlLine(request, shown)).toBe(expected)
  })

  test('names the mode, and reads the key from a variable where it may not be shown', () => {
    expect(curlLine(pay, shownIn(true))).toContain(`/simulate/pay-charge?livemode=true' -d`)
    expect(curlLine(capture, shownIn(false, false))).toContain('-u "$PAYMENT_SECRET_KEY:"')
  })

  test('names another account', () => {
    const { sandbox } = shownIn()
    const account = sandbox.createAccount()
    const shown = { sandbox, account, mode: account.test, livemode: false, showsKeys: true }
    expect(curlLine(pay, shown)).toContain(`?account=${account.id}`)
    expect(libraryLine(pay, shown)).toBe(
      `sandbox.account('${account.id}')?.test.simulate.payCharge('chrg_test_1')`,
    )
  })
})

describe('a move in a test', () => {
  test.each<[string, MoveRequest, string]>([
    ['from outside', pay, `sandbox.simulate.payCharge('chrg_test_1')`],
    [
      'with options',
      fail,
      `sandbox.simulate.failCharge('chrg_test_1', { failureCode: 'insufficient_balance' })`,
    ],
    ['with an argument', win, `sandbox.simulate.decideDispute('dspt_test_1', 'won')`],
    ['that resends', resend('evnt_test_1'), `await sandbox.webhooks.resend('evnt_test_1')`],
    [
      'by the API',
      part,
      `await sandbox.fetch(\`\${sandbox.url}/charges/chrg_test_1/refunds\`, {
  method: 'POST',
  headers: { authorization: sandbox.authorization.secret },
  body: new URLSearchParams({ amount: '25000' }),
})`,
    ],
  ])('%s', (_, request, line) => {
    expect(libraryLine(request, shownIn())).toBe(line)
  })

  test('names the mode', () => {
    expect(libraryLine(pay, shownIn(true))).toBe(`sandbox.live.simulate.payCharge('chrg_test_1')`)
  })
})
