/** What published clients send, each in its own way (client-shapes 1, contract 5.2). Names in braces mean ids. */
import type { SandboxOptions } from '../../src/index'

export interface Habit {
  readonly who: string
  /** `POST /charges/{charge}/capture` */
  readonly ask: string
  readonly type?: string
  readonly body?: string
  readonly key?: 'public'
  readonly options?: SandboxOptions
  readonly shows: object
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const installment = { type: 'installment_bay', amount: 500_000, currency: 'thb', installment_term: 6 }

export const habits: readonly Habit[] = [
  // node
  { who: 'node', ask: 'POST /charges/{authorized}/capture', type: json, shows: { paid: true } },
  { who: 'node', ask: 'POST /charges/{authorized}/capture', type: json, body: 'null', shows: { paid: true } },
  { who: 'node', ask: 'GET /charges/{charge}', type: json, body: 'null', shows: { paid: true } },
  { who: 'node', ask: 'DELETE /customers/{customer}', type: json, body: 'null', shows: { deleted: true } },
  {
    who: 'node',
    ask: 'POST /charges',
    type: json,
    body: '{"amount":"10000","currency":"thb","card":"{token}","metadata":null}',
    shows: { amount: 10_000 },
  },
  {
    who: 'node',
    ask: 'GET /search?scope=charge&filters%5Bamount%5D=1000&query=&page=1&order=chronological',
    type: json,
    shows: { object: 'search', total: 1, filters: { amount: '1000' } },
  },
  { who: 'node', ask: 'GET /capability', key: 'public', shows: { object: 'capability' } },
  {
    who: 'node',
    ask: 'GET /sources/{source}',
    key: 'public',
    options: { overrides: { sourceReadKey: 'any' } },
    shows: { object: 'source' },
  },
  // go
  {
    who: 'go',
    ask: 'GET /charges',
    type: json,
    body: '{"limit":1,"offset":1,"order":"chronological","from":"2020-01-01T00:00:00.123456789+07:00","to":"2030-01-01T00:00:00.000000001Z"}',
    shows: { limit: 1, offset: 1, total: 3, from: '2019-12-31T17:00:00.123Z' },
  },
  {
    who: 'go',
    ask: 'GET /search',
    type: json,
    body: '{"scope":"charge","query":"","filters":{"amount":"1000"},"page":1,"per_page":5}',
    shows: { total: 1, per_page: 5, filters: { amount: '1000' } },
  },
  {
    who: 'go',
    ask: 'POST /charges',
    type: json,
    body: '{"amount":10000,"currency":"thb","card":"{token}","platform_fee":{},"expires_at":"2026-01-16T09:00:00.123456789+07:00"}',
    shows: { expires_at: '2026-01-16T02:00:00.123Z' },
  },
  {
    who: 'go',
    ask: 'PATCH /recipients/{recipient}',
    type: json,
    body: '{"name":"","type":"","email":"a@example.com","bank_account":{"number":"","name":""}}',
    shows: {
      name: 'Shop Ltd',
      type: 'corporation',
      email: 'a@example.com',
      bank_account: { last_digits: '7890' },
    },
  },
  {
    who: 'go',
    ask: 'POST /charges',
    type: json,
    body: '{"amount":0,"currency":"thb","card":"{token}","authentication":"PASSKEY","platform_fee":{}}',
    shows: { amount: 0 },
  },
  { who: 'go', ask: 'POST /charges/{authorized}/reverse', type: json, body: '{}', shows: { reversed: true } },
  // ruby
  {
    who: 'ruby',
    ask: 'POST /charges',
    type: form,
    body: 'amount=10000&currency=THB&card={token}&capture=false&metadata%5Ba%5D%5Bb%5D=1',
    shows: { capture: false, metadata: { a: { b: '1' } } },
  },
  {
    who: 'ruby',
    ask: 'POST /schedules',
    type: form,
    body: 'every=1&period=month&on[days_of_month][]=1&on[days_of_month][]=16&end_date=2027-01-01&charge[customer]={customer}&charge[amount]=10000',
    shows: { on: { days_of_month: [1, 16] } },
  },
  // java
  {
    who: 'java',
    ask: 'POST /sources',
    type: json,
    body: '{"type":"promptpay","amount":10000,"currency":"thb","installment_term":0,"zero_interest_installments":false}',
    shows: { type: 'promptpay', installment_term: null },
  },
  {
    who: 'java',
    ask: 'POST /charges/{authorized}/capture',
    type: json,
    body: '{"capture_amount":0}',
    shows: { captured_amount: 10_000 },
  },
  {
    who: 'java',
    ask: 'POST /transfers',
    type: json,
    body: '{"amount":50000,"recipient":"{recipient}","fail_fast":false}',
    shows: { sendable: false, recipient: '{recipient}' },
  },
  {
    who: 'java',
    ask: 'POST /schedules',
    type: json,
    body: '{"every":1,"period":"day","transfer":{"recipient":"{recipient}","amount":0,"percentage_of_balance":5}}',
    shows: { transfer: { amount: null, percentage_of_balance: 5 } },
  },
  {
    who: 'java',
    ask: 'POST /schedules',
    type: json,
    body: '{"every":1,"period":"day","transfer":{"recipient":"{recipient}","amount":5000,"percentage_of_balance":0.0}}',
    shows: { transfer: { amount: 5000, percentage_of_balance: null } },
  },
  {
    who: 'java',
    ask: 'PATCH /customers/{customer}/cards/{card}',
    type: json,
    body: '{"name":"New","expiration_month":0,"expiration_year":0}',
    shows: { name: 'New', expiration_month: 12, expiration_year: 2030 },
  },
  // python
  {
    who: 'python',
    ask: 'GET /charges',
    type: json,
    body: '{"limit":100,"offset":0,"order":null,"from":null,"to":null}',
    shows: { limit: 100, total: 3, order: 'reverse_chronological' },
  },
  {
    who: 'python',
    ask: 'GET /search/?scope=charge&filters[amount]=1000',
    type: json,
    body: '{}',
    shows: { total: 1, location: '/search' },
  },
  { who: 'python', ask: 'GET /account', type: json, body: '{}', shows: { location: '/account' } },
  { who: 'python', ask: 'DELETE /customers/{customer}', type: json, body: '{}', shows: { deleted: true } },
  {
    who: 'python',
    ask: 'PATCH /disputes/{dispute}/accept',
    type: json,
    body: '{}',
    shows: { status: 'lost' },
  },
  // php
  {
    who: 'php',
    ask: 'POST /links/',
    type: form,
    body: 'amount=10000&currency=thb&title=A&description=B&multiple=1',
    shows: { multiple: true, location: /^\/links\/link_test_/ },
  },
  {
    who: 'php',
    ask: 'POST /charges/',
    type: form,
    body: 'amount=10000&currency=thb&card={token}&capture=0&webhook_endpoints%5B%5D=https%3A%2F%2Fa.test',
    shows: { capture: false },
  },
  { who: 'php', ask: 'GET /charges/?limit=2', shows: { limit: 2, location: '/charges' } },
  { who: 'php', ask: 'GET /account/', shows: { location: '/account' } },
  { who: 'php', ask: 'GET /search/?scope=customer&query=tea', shows: { total: 1 } },
  { who: 'php', ask: 'GET /charges/schedules?', shows: { object: 'list', location: '/charges/schedules' } },
  { who: 'php', ask: 'POST /charges/{authorized}/capture', shows: { paid: true } },
  { who: 'php', ask: 'PATCH /recipients/{recipient}/verify', shows: { verified: true } },
  {
    who: 'php',
    ask: 'POST /sources/',
    type: form,
    key: 'public',
    body: 'type=promptpay&amount=10000&currency=thb',
    shows: { object: 'source' },
  },
  // dotnet
  { who: 'dotnet', ask: 'GET /sources?limit=1', shows: { object: 'list', total: 1, location: '/sources' } },
  // elixir
  { who: 'elixir', ask: 'GET /customers/{customer}/cards', type: json, body: '{}', shows: { total: 1 } },
  {
    who: 'elixir',
    ask: 'DELETE /customers/{customer}/cards/{card}',
    type: json,
    body: '{}',
    shows: { deleted: true },
  },
  { who: 'elixir', ask: 'GET /sources/{source}', type: json, body: '{}', shows: { object: 'source' } },
  // Active Merchant
  {
    who: 'am',
    ask: 'POST /charges/{authorized}/capture',
    type: 'application/json;utf-8',
    body: '{"amount":"10000","currency":"THB","description":"x"}',
    shows: { paid: true },
  },
  {
    who: 'am',
    ask: 'POST /charges/{charge}/refunds',
    type: 'application/json;utf-8',
    body: '{"amount":"500"}',
    shows: { amount: 500 },
  },
  // omise-nodejs
  { who: 'cn', ask: 'POST /charges/{authorized}/reverse', type: form, shows: { reversed: true } },
  { who: 'cn', ask: 'PATCH /disputes/{dispute}/close', type: form, shows: { status: 'lost' } },
  { who: 'cn', ask: 'PATCH /recipients/{recipient}/verify', type: form, shows: { verified: true } },
  // opn-payments
  { who: 'op', ask: 'POST /transfers', type: json, body: '{}', shows: { object: 'transfer', sent: false } },
  { who: 'op', ask: 'POST /charges/{authorized}/expire', type: json, shows: { code: 'failed_expire' } },
  // several
  {
    who: 'lists by place',
    ask: 'POST /schedules',
    type: form,
    body: 'every=1&period=week&on[weekdays][0]=monday&on[weekdays][1]=friday&charge[customer]={customer}&charge[amount]=10000',
    shows: { on: { weekdays: ['monday', 'friday'] } },
  },
  {
    who: 'instalments of a number of months',
    ask: 'POST /sources',
    type: `${json};charset=utf-8`,
    body: JSON.stringify(installment),
    shows: { installment_term: 6 },
  },
]
