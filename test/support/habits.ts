/** What published clients send, each in its own way (client-shapes 1, contract 5.2). Names in braces mean ids. */
import type { SandboxOptions } from '../../src/index'

export interface Habit {
  readonly who: string
  /** `POST /charges/{charge}/capture` */
  readonly ask: string
  readonly type: string | null
  readonly body: string | null
  readonly key?: 'public'
  readonly options?: SandboxOptions
  readonly shows: object
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const installment = { type: 'installment_bay', amount: 500_000, currency: 'thb', installment_term: 6 }

type Row = readonly [ask: string, shows: object, body?: string | null, more?: Partial<Habit>]

/** What one client sends, with the type that it mostly names. */
const client = (who: string, type: string | null, rows: readonly Row[]): readonly Habit[] =>
  rows.map(([ask, shows, body = null, more = {}]) => ({ who, type, ask, shows, body, ...more }))

export const habits: readonly Habit[] = [
  ...client('node', json, [
    ['POST /charges/{authorized}/capture', { paid: true }],
    ['POST /charges/{authorized}/capture', { paid: true }, 'null'],
    ['GET /charges/{charge}', { paid: true }, 'null'],
    ['DELETE /customers/{customer}', { deleted: true }, 'null'],
    [
      'POST /charges',
      { amount: 10_000 },
      '{"amount":"10000","currency":"thb","card":"{token}","metadata":null}',
    ],
    [
      'GET /search?scope=charge&filters%5Bamount%5D=1000&query=&page=1&order=chronological',
      { object: 'search', total: 1, filters: { amount: '1000' } },
    ],
    ['GET /capability', { object: 'capability' }, null, { key: 'public', type: null }],
    [
      'GET /sources/{source}',
      { object: 'source' },
      null,
      { key: 'public', options: { overrides: { sourceReadKey: 'any' } }, type: null },
    ],
  ]),
  ...client('go', json, [
    [
      'GET /charges',
      { limit: 1, offset: 1, total: 3, from: '2019-12-31T17:00:00.123Z' },
      '{"limit":1,"offset":1,"order":"chronological","from":"2020-01-01T00:00:00.123456789+07:00","to":"2030-01-01T00:00:00.000000001Z"}',
    ],
    [
      'GET /search',
      { total: 1, per_page: 5, filters: { amount: '1000' } },
      '{"scope":"charge","query":"","filters":{"amount":"1000"},"page":1,"per_page":5}',
    ],
    [
      'POST /charges',
      { expires_at: '2026-01-16T02:00:00.123Z' },
      '{"amount":10000,"currency":"thb","card":"{token}","platform_fee":{},"expires_at":"2026-01-16T09:00:00.123456789+07:00"}',
    ],
    [
      'PATCH /recipients/{recipient}',
      {
        name: 'Shop Ltd',
        type: 'corporation',
        email: 'a@example.com',
        bank_account: { last_digits: '7890' },
      },
      '{"name":"","type":"","email":"a@example.com","bank_account":{"number":"","name":""}}',
    ],
    [
      'POST /charges',
      { amount: 0 },
      '{"amount":0,"currency":"thb","card":"{token}","authentication":"PASSKEY","platform_fee":{}}',
    ],
    ['POST /charges/{authorized}/reverse', { reversed: true }, '{}'],
  ]),
  ...client('ruby', form, [
    [
      'POST /charges',
      { capture: false, metadata: { a: { b: '1' } } },
      'amount=10000&currency=THB&card={token}&capture=false&metadata%5Ba%5D%5Bb%5D=1',
    ],
    [
      'POST /schedules',
      { on: { days_of_month: [1, 16] } },
      'every=1&period=month&on[days_of_month][]=1&on[days_of_month][]=16&end_date=2027-01-01&charge[customer]={customer}&charge[amount]=10000',
    ],
  ]),
  ...client('java', json, [
    [
      'POST /sources',
      { type: 'promptpay', installment_term: null },
      '{"type":"promptpay","amount":10000,"currency":"thb","installment_term":0,"zero_interest_installments":false}',
    ],
    ['POST /charges/{authorized}/capture', { captured_amount: 10_000 }, '{"capture_amount":0}'],
    [
      'POST /transfers',
      { sendable: false, recipient: '{recipient}' },
      '{"amount":50000,"recipient":"{recipient}","fail_fast":false}',
    ],
    [
      'POST /schedules',
      { transfer: { amount: null, percentage_of_balance: 5 } },
      '{"every":1,"period":"day","transfer":{"recipient":"{recipient}","amount":0,"percentage_of_balance":5}}',
    ],
    [
      'POST /schedules',
      { transfer: { amount: 5000, percentage_of_balance: null } },
      '{"every":1,"period":"day","transfer":{"recipient":"{recipient}","amount":5000,"percentage_of_balance":0.0}}',
    ],
    [
      'PATCH /customers/{customer}/cards/{card}',
      { name: 'New', expiration_month: 12, expiration_year: 2030 },
      '{"name":"New","expiration_month":0,"expiration_year":0}',
    ],
  ]),
  ...client('python', json, [
    [
      'GET /charges',
      { limit: 100, total: 3, order: 'reverse_chronological' },
      '{"limit":100,"offset":0,"order":null,"from":null,"to":null}',
    ],
    ['GET /search/?scope=charge&filters[amount]=1000', { total: 1, location: '/search' }, '{}'],
    ['GET /account', { location: '/account' }, '{}'],
    ['DELETE /customers/{customer}', { deleted: true }, '{}'],
    ['PATCH /disputes/{dispute}/accept', { status: 'lost' }, '{}'],
  ]),
  ...client('php', null, [
    [
      'POST /links/',
      { multiple: true, location: /^\/links\/link_test_/ },
      'amount=10000&currency=thb&title=A&description=B&multiple=1',
      { type: form },
    ],
    [
      'POST /charges/',
      { capture: false },
      'amount=10000&currency=thb&card={token}&capture=0&webhook_endpoints%5B%5D=https%3A%2F%2Fa.test',
      { type: form },
    ],
    ['GET /charges/?limit=2', { limit: 2, location: '/charges' }],
    ['GET /account/', { location: '/account' }],
    ['GET /search/?scope=customer&query=tea', { total: 1 }],
    ['GET /charges/schedules?', { object: 'list', location: '/charges/schedules' }],
    ['POST /charges/{authorized}/capture', { paid: true }],
    ['PATCH /recipients/{recipient}/verify', { verified: true }],
    [
      'POST /sources/',
      { object: 'source' },
      'type=promptpay&amount=10000&currency=thb',
      { key: 'public', type: form },
    ],
  ]),
  ...client('dotnet', null, [['GET /sources?limit=1', { object: 'list', total: 1, location: '/sources' }]]),
  ...client('elixir', json, [
    ['GET /customers/{customer}/cards', { total: 1 }, '{}'],
    ['DELETE /customers/{customer}/cards/{card}', { deleted: true }, '{}'],
    ['GET /sources/{source}', { object: 'source' }, '{}'],
  ]),
  ...client('am', 'application/json;utf-8', [
    [
      'POST /charges/{authorized}/capture',
      { paid: true },
      '{"amount":"10000","currency":"THB","description":"x"}',
    ],
    ['POST /charges/{charge}/refunds', { amount: 500 }, '{"amount":"500"}'],
  ]),
  ...client('cn', form, [
    ['POST /charges/{authorized}/reverse', { reversed: true }],
    ['PATCH /disputes/{dispute}/close', { status: 'lost' }],
    ['PATCH /recipients/{recipient}/verify', { verified: true }],
  ]),
  ...client('op', json, [
    ['POST /transfers', { object: 'transfer', sent: false }, '{}'],
    ['POST /charges/{authorized}/expire', { code: 'failed_expire' }],
  ]),
  ...client('lists by place', form, [
    [
      'POST /schedules',
      { on: { weekdays: ['monday', 'friday'] } },
      'every=1&period=week&on[weekdays][0]=monday&on[weekdays][1]=friday&charge[customer]={customer}&charge[amount]=10000',
    ],
  ]),
  ...client('instalments of a number of months', `${json};charset=utf-8`, [
    ['POST /sources', { installment_term: 6 }, JSON.stringify(installment)],
  ]),
]
