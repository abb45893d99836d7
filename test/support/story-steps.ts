/** The steps of stories: what payers, merchants, cardholders, banks and time can do. Any of it may be refused. */
import { SandboxError } from '../../src/index'
import { goodCard } from './client'
import { bytesOf, formWith } from './disputes'
import type { Params, ParamValue } from './form'
import { goodRecipient } from './payouts'
import { coffee } from './schedules'
import type { Outcome, Scene } from './story-scene'

export type Act = (scene: Scene) => Outcome | Promise<Outcome>

const declining = '4111111111140011'
const failingLater = '4111111111140003'

/** An action of the library; what it refuses it must say. */
const action =
  (pull: (scene: Scene) => unknown): Act =>
  (scene) => {
    try {
      pull(scene)
      return 'done'
    } catch (error) {
      if (error instanceof SandboxError && ['not_found', 'refused'].includes(error.code)) return 'refused'
      throw error
    }
  }

const money = (scene: Scene): Params => ({
  amount: scene.choose(10_000, 250_000, 2_000, 1_999, 99_999),
  currency: scene.choose('thb', 'thb', 'thb', 'usd', 'jpy'),
})

const charge =
  (more: (scene: Scene) => Promise<Params> | Params): Act =>
  async (scene) =>
    scene.ask('POST', '/charges', { ...money(scene), ...(await more(scene)) })

const onCharge =
  (action: string, params: (scene: Scene) => Params = () => ({})): Act =>
  (scene) =>
    scene.ask('POST', `/charges/${scene.id('charges')}/${action}`, params(scene))

const share = ({ way }: Scene, name = 'amount'): Params => (way % 3 === 0 ? {} : { [name]: 1 + way * 150 })

const sourceTypes = [
  'promptpay',
  'truemoney',
  'internet_banking_bay',
  'alipay',
  'mobile_banking_scb',
  'bill_payment_tesco_lotus',
] as const

const source = ({ way }: Scene): ParamValue => ({
  type: sourceTypes[way % sourceTypes.length] ?? 'promptpay',
  phone_number: '0812345678',
})

const schedule =
  (about: (scene: Scene) => Params): Act =>
  (scene) =>
    scene.ask('POST', '/schedules', {
      every: 1,
      period: scene.choose('day', 'week'),
      ...(scene.way % 2 === 1 ? { on: { weekdays: ['monday', 'friday'] } } : {}),
      start_on: '2026-01-16',
      end_on: scene.choose('2026-02-20', '2026-01-19', '2026-03-20', '2026-01-17'),
      ...about(scene),
    })

const account = (number: string): Params => ({ ...goodRecipient.bank_account, number })
const accountNumbers = ['1234567890', '1234560001', '1234560004', '1234560005'] as const

/** What payers, merchants, cardholders, banks and time can do, by what it is called in a story. */
export const acts: Readonly<Record<string, Act>> = {
  'make a token': async (scene) => {
    await scene.token()
    return 'done' as const
  },
  'make a customer': async (scene) =>
    scene.ask('POST', '/customers', {
      email: 'a@example.com',
      card: await scene.token(scene.choose(goodCard.number, goodCard.number, declining)),
    }),
  'change a customer': async (scene) =>
    scene.ask('PATCH', `/customers/${scene.id('customers')}`, {
      ...(scene.way % 2 === 0 ? { card: await scene.token(scene.choose(goodCard.number, declining)) } : {}),
      ...(scene.way % 4 === 1 ? { default_card: scene.id('cards') } : {}),
      metadata: { step: scene.way },
    }),
  'delete a customer': (scene) => scene.ask('DELETE', `/customers/${scene.id('customers')}`),
  'delete a card': (scene) =>
    scene.ask('DELETE', `/customers/${scene.id('customers')}/cards/${scene.id('cards')}`),

  'charge a card': charge(async (scene) => ({ card: await scene.token() })),
  'charge a bad card': charge(async (scene) => ({ card: await scene.token(declining) })),
  'charge any token': charge((scene) => ({ card: scene.id('tokens') })),
  'charge a customer': charge((scene) => ({ customer: scene.id('customers') })),
  'hold a card': charge(async (scene) => ({
    card: await scene.token(),
    capture: false,
    authorization_type: scene.choose('pre_auth', 'final_auth'),
  })),
  'ask a cardholder': charge(async (scene) => ({
    card: await scene.token(scene.choose(goodCard.number, failingLater)),
    authentication: '3DS',
    capture: scene.way % 3 !== 2,
    return_uri: 'https://shop.example',
  })),
  'charge by source': charge((scene) => ({ source: source(scene), return_uri: 'https://shop.example' })),
  'make a source': (scene) =>
    scene.ask('POST', '/sources', { ...money(scene), ...(source(scene) as Params) }),
  'charge a source': (scene) => {
    const source = scene.mode.sources.get(scene.id('sources'))
    const { amount = 10_000, currency = 'thb', id = 'none' } = source ?? {}
    return scene.ask('POST', '/charges', { amount, currency, source: id, return_uri: 'https://shop.example' })
  },
  'change a charge': (scene) =>
    scene.ask('PATCH', `/charges/${scene.id('charges')}`, { description: `step ${scene.way}` }),

  capture: onCharge('capture', (scene) => share(scene, 'capture_amount')),
  reverse: onCharge('reverse'),
  expire: onCharge('expire'),
  'mark as paid': onCharge('mark_as_paid'),
  'mark as failed': onCharge('mark_as_failed'),
  refund: onCharge('refunds', share),
  void: onCharge('refunds', () => ({ void: true })),
  'dispute over the API': onCharge('disputes'),

  'answer a dispute': (scene) =>
    scene.ask('PATCH', `/disputes/${scene.id('disputes')}`, { message: 'It was delivered' }),
  'accept a dispute': (scene) => scene.ask('PATCH', `/disputes/${scene.id('disputes')}/accept`),
  'close a dispute': (scene) =>
    scene.ask('PATCH', `/disputes/${scene.id('disputes')}/close`, { status: scene.choose('won', 'lost') }),
  'upload evidence': (scene) => {
    const name = scene.choose('photo.png', 'evidence.pdf', 'liar.pdf')
    const path = `/disputes/${scene.id('disputes')}/documents`
    return scene.ask('POST', path, formWith({ file: new File([bytesOf(name)], name) }))
  },
  'delete evidence': (scene) =>
    scene.ask('DELETE', `/disputes/${scene.id('disputes')}/documents/${scene.id('documents')}`),

  'make a recipient': (scene) =>
    scene.ask('POST', '/recipients', {
      ...goodRecipient,
      bank_account: account(scene.choose(...accountNumbers)),
    }),
  'change a recipient': (scene) =>
    scene.ask('PATCH', `/recipients/${scene.id('recipients')}`, {
      ...(scene.way % 2 === 0 ? { description: 'A shop' } : { bank_account: account('9876543210') }),
    }),
  'verify a recipient': (scene) => scene.ask('POST', `/recipients/${scene.id('recipients')}/verify`),
  'delete a recipient': (scene) => scene.ask('DELETE', `/recipients/${scene.id('recipients')}`),
  'make a transfer': (scene) =>
    scene.ask('POST', '/transfers', {
      ...(scene.way % 3 === 0 ? { amount: 4_000 } : {}),
      ...(scene.way % 2 === 0 ? { recipient: scene.id('recipients') } : {}),
      fail_fast: scene.way % 5 === 0,
    }),
  'change a transfer': (scene) =>
    scene.ask(
      'PATCH',
      `/transfers/${scene.id('transfers')}`,
      scene.way % 2 ? { amount: 4_000 } : { success: true },
    ),
  'send a transfer': (scene) => scene.ask('POST', `/transfers/${scene.id('transfers')}/mark_as_sent`),
  'pay a transfer': (scene) => scene.ask('POST', `/transfers/${scene.id('transfers')}/mark_as_paid`),
  'delete a transfer': (scene) => scene.ask('DELETE', `/transfers/${scene.id('transfers')}`),

  'schedule charges': schedule((scene) => ({ charge: { customer: scene.id('customers'), amount: 10_000 } })),
  'schedule transfers': schedule((scene) => ({
    transfer: {
      recipient: scene.id('recipients'),
      ...(scene.way % 2 ? { amount: 5_000 } : { percentage_of_balance: 50 }),
    },
  })),
  'suspend or activate a schedule': (scene) =>
    scene.ask('POST', `/schedules/${scene.id('schedules')}/${scene.choose('suspend', 'activate')}`),
  'delete a schedule': (scene) => scene.ask('DELETE', `/schedules/${scene.id('schedules')}`),

  'make a link': (scene) =>
    scene.ask('POST', '/links', {
      ...coffee,
      multiple: scene.way % 2 === 0,
      amount: scene.choose(20_000, 0),
    }),
  'delete a link': (scene) => scene.ask('DELETE', `/links/${scene.id('links')}`),

  'change the account': (scene) =>
    scene.ask(
      'PATCH',
      '/account',
      scene.choose<Params>(
        { auto_activate_recipients: true },
        { auto_activate_recipients: false },
        { metadata_export_keys: { charge: ['order'] } },
        { api_version: '2017-11-02' },
        { api_version: '2019-05-29' },
      ),
    ),
  'make a webhook secret': (scene) => scene.ask('POST', '/webhooks/secrets'),
  'delete a webhook secret': (scene) =>
    scene.ask('DELETE', `/webhooks/secrets/${scene.id('webhookSecrets')}`),
  search: (scene) =>
    scene.ask(
      'GET',
      `/search?scope=${scene.choose('charge', 'transfer', 'dispute')}&export=true&filter_type=monthly_created`,
    ),

  'the payer pays': action((scene) => scene.mode.simulate.payCharge(scene.id('charges'))),
  'the payment fails': action((scene) => scene.mode.simulate.failCharge(scene.id('charges'))),
  'the time to pay ends': action((scene) => scene.mode.simulate.expireCharge(scene.id('charges'))),
  'a source is paid': action((scene) => scene.mode.simulate.paySource(scene.id('sources'))),
  'a source fails': action((scene) => scene.mode.simulate.failSource(scene.id('sources'))),
  'the cardholder disputes': action((scene) => scene.mode.simulate.openDispute(scene.id('charges'))),
  'the bank decides': action((scene) =>
    scene.mode.simulate.decideDispute(scene.id('disputes'), scene.choose('won', 'lost')),
  ),
  'the bank checks': action((scene) => scene.mode.simulate.verifyRecipient(scene.id('recipients'))),
  'the bank sends': action((scene) => scene.mode.simulate.sendTransfer(scene.id('transfers'))),
  'the bank pays': action((scene) => scene.mode.simulate.payTransfer(scene.id('transfers'))),
  'the bank refuses': action((scene) => scene.mode.simulate.failTransfer(scene.id('transfers'))),
  'an occurrence happens now': action((scene) => scene.mode.simulate.runSchedule(scene.id('schedules'))),
  'a link is paid': action((scene) =>
    scene.mode.simulate.payLink(scene.id('links'), {
      amount: 20_000,
      card: { number: scene.choose(goodCard.number, declining) },
    }),
  ),

  'time passes': async (scene) => {
    await scene.sandbox.clock.advance(scene.choose('1h', '1d', '7d', '15d', '1h', '100d'))
    return 'done' as const
  },
  'a receiver listens': (scene) => {
    const status = scene.choose(200, 500)
    scene.mode.webhooks.onDelivery(() => new Response(null, { status }))
    return 'done'
  },
  'the account waits for cardholders': (scene) => {
    scene.sandbox.accounts[0]?.update({ require3ds: scene.way % 2 === 0 })
    return 'done'
  },
  'another account opens': (scene) => {
    const { live, update } = scene.sandbox.createAccount({ country: scene.choose('TH', 'JP') })
    update({ keys: { [live.keys.public]: 'revoked' } })
    return 'done'
  },
}
