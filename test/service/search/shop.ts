/** A small shop that lives: each change is a request, which may be refused. */
import type { Mode, Sandbox } from '../../../src/index'
import { goodCard } from '../../support/client'
import { encodeForm, type Params } from '../../support/form'
import type { Change } from './changes'

const payee = (name: string): Params => ({
  name,
  type: 'individual',
  bank_account: { brand: 'bbl', number: '1234567890', name },
})

/** A sandbox and how to ask it; answers are not looked at, for a refusal is as good a change as any. */
export class Shop {
  readonly sandbox: Sandbox
  #saved: ReturnType<Sandbox['snapshot']>

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox
    this.#saved = sandbox.snapshot()
  }

  async send(method: string, path: string, params: object): Promise<{ readonly id?: string }> {
    const vault = path === '/tokens'
    const answer = await this.sandbox.fetch(`${vault ? this.sandbox.vaultUrl : this.sandbox.url}${path}`, {
      method,
      headers: {
        authorization: this.sandbox.authorization[vault ? 'public' : 'secret'],
        'content-type': 'application/json',
      },
      body: JSON.stringify(params),
    })
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer.json()
  }

  async find(
    params: Params,
  ): Promise<{ readonly data: readonly { readonly id: string }[]; readonly total: number }> {
    const answer = await this.sandbox.fetch(`${this.sandbox.url}/search?${encodeForm(params)}`, {
      headers: { authorization: this.sandbox.authorization.secret },
    })
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

  async do(change: Change): Promise<void> {
    const { kind, at } = change
    if (kind === 'advance') await this.sandbox.clock.advance(change.ms)
    else if (kind === 'snapshot') this.#saved = this.sandbox.snapshot()
    else if (kind === 'restore') this.sandbox.restore(this.#saved)
    else if (kind === 'charge') await this.#charge(change)
    else if (kind === 'customer') {
      const { id: card } = await this.send('POST', '/tokens', { card: goodCard })
      await this.send('POST', '/customers', { ...bodyOf(change), card })
    } else if (kind === 'schedule') await this.#schedule(change)
    else {
      const [method, path, body] = this.#requestOf(change, at)
      await this.send(method, path, body)
    }
  }

  #id(
    kind: keyof Pick<
      Mode,
      'charges' | 'customers' | 'recipients' | 'disputes' | 'transfers' | 'schedules' | 'links' | 'cards'
    >,
    at: number,
  ): string {
    const ids = this.sandbox[kind].list().map(({ id }) => id)
    return ids[at % ids.length] ?? 'none'
  }

  #requestOf(
    change: Exclude<
      Change,
      { kind: 'advance' | 'snapshot' | 'restore' | 'charge' | 'customer' | 'schedule' }
    >,
    at: number,
  ): readonly [method: string, path: string, body: object] {
    const body = bodyOf(change)
    switch (change.kind) {
      case 'recipient':
        return ['POST', '/recipients', { ...payee(change.name), tax_id: change.tax_id }]
      case 'link':
        return ['POST', '/links', { ...body, currency: 'thb' }]
      case 'refund':
        return ['POST', `/charges/${this.#id('charges', at)}/refunds`, body]
      case 'dispute':
        return ['POST', `/charges/${this.#id('charges', at)}/disputes`, {}]
      case 'transfer':
        return [
          'POST',
          '/transfers',
          { ...body, ...(at % 2 === 0 ? {} : { recipient: this.#id('recipients', at) }) },
        ]
      case 'edit charge':
        return ['PATCH', `/charges/${this.#id('charges', at)}`, body]
      case 'edit customer':
        return ['PATCH', `/customers/${this.#id('customers', at)}`, body]
      case 'edit recipient':
        return ['PATCH', `/recipients/${this.#id('recipients', at)}`, body]
      case 'edit dispute':
        return ['PATCH', `/disputes/${this.#id('disputes', at)}`, body]
      case 'close dispute':
        return ['PATCH', `/disputes/${this.#id('disputes', at)}/close`, body]
      case 'rename card':
        return ['PATCH', this.#cardPath(at), body]
      case 'act': {
        const [of = '', action = ''] = change.on.split('/')
        return ['POST', `/${of}s/${this.#id(`${of}s` as 'charges', at)}/${action}`, {}]
      }
      case 'delete':
        if (change.what === 'card') return ['DELETE', this.#cardPath(at), {}]
        return ['DELETE', `/${change.what}s/${this.#id(`${change.what}s`, at)}`, {}]
    }
  }

  #cardPath(at: number): string {
    const owned = this.sandbox.cards.list((card) => card.location !== null)
    return owned[at % owned.length]?.location ?? '/customers/none/cards/none'
  }

  async #charge({
    by,
    amount,
    currency,
    description,
    metadata,
    capture,
    at,
  }: Extract<Change, { kind: 'charge' }>): Promise<void> {
    const common = { amount, currency, description, metadata, capture }
    if (by === 'promptpay')
      await this.send('POST', '/charges', { ...common, currency: 'thb', source: { type: by } })
    else if (by === 'installment_bay') {
      const source = { type: by, installment_term: at % 2 === 0 ? 4 : 6 }
      await this.send('POST', '/charges', {
        ...common,
        amount: 300_000,
        currency: 'thb',
        source,
        return_uri: 'https://a.example.com',
      })
    } else if (by === 'customer')
      await this.send('POST', '/charges', { ...common, customer: this.#id('customers', at) })
    else {
      const number =
        by === 'declined' ? '4111111111140011' : at % 2 === 0 ? goodCard.number : '5555555555554444'
      const { id: card } = await this.send('POST', '/tokens', { card: { ...goodCard, number } })
      await this.send('POST', '/charges', { ...common, card })
    }
  }

  async #schedule({ of, description, at }: Extract<Change, { kind: 'schedule' }>): Promise<void> {
    const days = { every: 1, period: 'day', start_on: '2026-02-01', end_on: '2026-03-01' }
    const charge = { customer: this.#id('customers', at), amount: 10_000, description }
    const transfer = { recipient: this.#id('recipients', at), amount: 5000 }
    await this.send('POST', '/schedules', { ...days, ...(of === 'charge' ? { charge } : { transfer }) })
  }
}

/** What a change sends: all but what it is and what it is done to. */
const bodyOf = ({ kind: _, at: __, ...body }: Change): object => body
