import type { ErrorName } from '../kernel/errors'
import type { CommandStep } from './commands'

/** Requests that end with each error. The tests run them as commands of a shell, as they are printed. */

const order = { amount: 10_000, currency: 'thb' } as const
const goodCard = '4242424242424242'

const sendCard = (number: string): CommandStep => ({
  on: 'vault',
  key: 'public',
  path: '/tokens',
  send: {
    card: {
      name: 'Somchai Prasert',
      number,
      expiration_month: 12,
      expiration_year: 2030,
      security_code: '123',
    },
  },
})
const tokenOf = (number: string): CommandStep => ({ ...sendCard(number), as: ['card', 'tokn'] })

const charge = (more: object = {}): CommandStep => ({
  path: '/charges',
  send: { ...order, card: '$card', ...more },
})

/** A charge, whose id later steps use. */
const kept = (more: object = {}): readonly CommandStep[] => [
  tokenOf(goodCard),
  { ...charge(more), as: ['charge', 'chrg'] },
]

const declined = (number: string): readonly CommandStep[] => [tokenOf(number), charge()]
const asked = (failure: string): readonly CommandStep[] => [
  tokenOf(goodCard),
  charge({ metadata: { sandbox_fail: failure } }),
]
const act = (action: string, send: object = {}): CommandStep => ({
  path: `/charges/$charge/${action}`,
  send: { ...send },
})
const askedLater = (action: string, failure: string): readonly CommandStep[] => [
  ...kept({ capture: false, metadata: { sandbox_fail: failure } }),
  act(action),
]
const get = (path: string, send: object = {}): readonly CommandStep[] => [
  { method: 'GET', path, send: { ...send } },
]
const post = (path: string, send: object): readonly CommandStep[] => [{ path, send: { ...send } }]
const fault = (path: string, text: string): readonly CommandStep[] => [
  { method: 'GET', path, more: [`-H 'Sandbox-Fault: ${text}'`] },
]
const oldVersion = (path: string): CommandStep => ({
  method: 'GET',
  path,
  more: ["-H 'Service-Version: 2014-07-27'"],
})

const disputed: readonly CommandStep[] = [
  ...kept(),
  { path: '/charges/$charge/disputes', as: ['dispute', 'dspt'] },
]
const closed: readonly CommandStep[] = [
  ...disputed,
  { method: 'PATCH', path: '/disputes/$dispute/close', send: { status: 'won' } },
]
const answer: CommandStep = { method: 'PATCH', path: '/disputes/$dispute', send: { message: 'Delivered' } }
const upload = (text: string): CommandStep => ({
  path: '/disputes/$dispute/documents',
  from: text,
  more: ["-F 'file=@-;filename=proof.pdf'"],
})
const wait = (advance: string): CommandStep => ({ on: 'control', path: '/clock', send: { advance } })

const bankAccount = { brand: 'bbl', number: '1234567890', name: 'Shop Ltd' }
const recipient = { name: 'Shop Ltd', type: 'corporation', bank_account: bankAccount }

/** An account of its own, whose key or state is changed: the keys of this sandbox go on working. */
const inAccount = (name: string, changes: object): readonly CommandStep[] => {
  const pair = { public: `pkey_test_${name}`, secret: `skey_test_${name}` }
  return [
    { on: 'control', path: '/accounts', send: { keys: { test: pair } }, as: ['account', 'acct'] },
    { on: 'control', method: 'PATCH', path: '/accounts/$account', send: { ...changes } },
    { path: '/customers', send: { email: 'a@example.com' }, ownKey: pair.secret },
  ]
}

export const errorSteps: { readonly [name in ErrorName]: readonly CommandStep[] } = {
  backend_error: asked('backend_error'),
  bad_request: get('/charges', { limit: 101 }),
  brand_not_supported: asked('brand_not_supported'),
  documents_locked: [...closed, upload("echo '%PDF-1.4'")],
  expired_charge: [...kept({ capture: false }), wait('7d'), act('capture')],
  failed_capture: askedLater('capture', 'failed_capture'),
  failed_expire: [...kept(), act('expire')],
  failed_fraud_check: asked('failed_fraud_check'),
  failed_multi_currency: asked('failed_multi_currency'),
  failed_refund: [...kept(), act('refunds', { metadata: { sandbox_fail: 'failed_refund' } })],
  failed_reverse: [...kept(), act('reverse')],
  failed_void: [...kept(), act('refunds', { amount: 100, void: true })],
  feature_not_supported: post('/charges', { ...order, linked_account: 'larc_test_1' }),
  invalid_amount: post('/charges', { amount: 2000.5, currency: 'thb' }),
  invalid_bank_account: post('/recipients', { ...recipient, bank_account: { ...bankAccount, number: '1' } }),
  invalid_card: [{ on: 'vault', key: 'public', path: '/tokens', send: { card: { number: '1' } } }],
  invalid_card_token: [
    {
      path: '/charges',
      more: ["-H 'content-type: application/json'", `-d '${JSON.stringify({ ...order, card: 5 })}'`],
    },
  ],
  invalid_charge: post('/charges', { amount: 1999, currency: 'thb' }),
  invalid_dispute: [...disputed, answer, answer],
  invalid_domain: [{ ...sendCard(goodCard), on: 'api' }],
  invalid_file_type: [...disputed, upload("echo 'no document'")],
  invalid_link: post('/links', order),
  invalid_recipient: post('/recipients', { ...recipient, type: 'ghost' }),
  invalid_transfer: post('/transfers', { amount: 900_000_000 }),
  limit_reached: [{ path: '/webhooks/secrets' }, { path: '/webhooks/secrets' }],
  missing_card: post('/charges', order),
  missing_file: [...disputed, { path: '/disputes/$dispute/documents' }],
  used_token: [tokenOf(goodCard), charge(), charge()],
  authentication_failure: [{ method: 'GET', path: '/charges', key: null }],
  payment_declined: declined('4111111111190016'),
  insufficient_fund: declined('4111111111140011'),
  declined_invalid_card: asked('invalid_card'),
  stolen_or_lost_card: declined('4111111111130012'),
  failed_processing: declined('4111111111120013'),
  payment_cancelled: asked('payment_cancelled'),
  payment_expired: asked('payment_expired'),
  payment_rejected: declined('4111111111110014'),
  key_expired_error: inAccount('old', { keys: { skey_test_old: 'expired' } }),
  locked_account_error: inAccount('shut', { locked: true }),
  not_authorized: inAccount('read', { keys: { skey_test_read: 'read_only' } }),
  not_found: get('/charges/chrg_test_none'),
  dispute_not_found: get('/disputes/dspt_test_none'),
  serializer_not_found: [{ ...oldVersion('/search'), send: { scope: 'link' } }],
  service_not_found: [oldVersion('/links')],
  body_too_large: [{ path: '/customers', from: 'head -c 2000000 /dev/zero', more: ['--data-binary @-'] }],
  deadline_passed: [...disputed, wait('15d'), answer],
  dispute_closed: [...closed, { method: 'PATCH', path: '/disputes/$dispute/accept' }],
  failed_deletion: [
    { path: '/links', send: { ...order, title: 'Order', description: 'One coffee' }, as: ['link', 'link'] },
    { method: 'DELETE', path: '/links/$link' },
    { method: 'DELETE', path: '/links/$link' },
  ],
  insufficient_refundable_amount: [...kept(), act('refunds', { amount: 10_001 })],
  invalid_charge_state: [...kept(), act('capture')],
  invalid_customer: [
    { path: '/customers', send: { email: 'a@example.com' }, as: ['customer', 'cust'] },
    { method: 'DELETE', path: '/customers/$customer' },
    { method: 'PATCH', path: '/customers/$customer', send: { email: 'b@example.com' } },
  ],
  not_refundable: [...kept({ capture: false }), act('refunds')],
  invalid_filter: get('/search', { scope: 'charge', filters: { colour: 'red' } }),
  invalid_page: get('/search', { scope: 'charge', page: 0 }),
  invalid_per_page: get('/search', { scope: 'charge', per_page: 101 }),
  invalid_scope: get('/search', { scope: 'colour' }),
  too_many_requests: fault('/balance', 'status=429'),
  internal_error: fault('/balance', 'status=500'),
  search_unavailable: fault('/search', 'status=503; code=search_unavailable'),
}
