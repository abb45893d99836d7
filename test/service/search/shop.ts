/** A small shop that lives: what may happen to it is drawn at random, and each change is a request, which may be refused. */
import fc from 'fast-check'
import type { Mode, Sandbox } from '../../../src/index'
import { goodCard } from '../../support/client'
import { encodeForm, type Params } from '../../support/form'
import { goodAccount } from '../../support/payouts'

/** Few words, so that they meet often; some only look alike. */
const vocabulary = [
  'coffee',
  'Coffee',
  'coffees',
  'beans',
  'dark',
  'roast',
  'roast_beef',
  '1001',
  'A',
  'Crème',
  'กาแฟ',
  'ร้าน',
  'thb',
] as const
export const wordOf = fc.constantFrom(...vocabulary)
const joint = fc.constantFrom(' ', ' ', ' ', ', ', '-', ' & ', '@', '.')
export const textOf = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(wordOf, joint), { minLength: 1, maxLength })
    .map((parts) => parts.map(([word, between], i) => (i === 0 ? word : `${between}${word}`)).join(''))

export const metadataKeys = ['order', 'note', 'gift'] as const
const metadata = fc.dictionary(
  fc.constantFrom(...metadataKeys),
  fc.oneof(
    textOf(3),
    fc.nat({ max: 9 }),
    fc.boolean(),
    fc.record({ note: textOf(2) }),
    fc.array(wordOf, { maxLength: 2 }),
  ),
)
const description = fc.oneof(textOf(4), textOf(12))
const amount = fc.constantFrom(2000, 10_000, 25_050, 100_000)
const oneOf = fc.constantFrom
type Listed = keyof Pick<
  Mode,
  'charges' | 'customers' | 'recipients' | 'disputes' | 'transfers' | 'schedules' | 'links' | 'cards'
>

/** A sandbox and how to ask it; answers are not looked at, for a refusal is as good a change as any. */
export class Shop {
  readonly sandbox: Sandbox
  saved: ReturnType<Sandbox['snapshot']>

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox
    this.saved = sandbox.snapshot()
  }

  async send(method: string, path: string, params: object = {}): Promise<{ readonly id?: string }> {
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

  /** `charges` -> the path of one of them. */
  path(kind: Listed, at: number): string {
    return `/${kind}/${this.id(kind, at)}`
  }

  id(kind: Listed, at: number): string {
    const ids = this.sandbox[kind].list().map(({ id }) => id)
    return ids[at % ids.length] ?? 'none'
  }

  cardPath(at: number): string {
    const owned = this.sandbox.cards.list((card) => card.location !== null)
    return owned[at % owned.length]?.location ?? '/customers/none/cards/none'
  }

  async token(number: string = goodCard.number): Promise<string | undefined> {
    return (await this.send('POST', '/tokens', { card: { ...goodCard, number } })).id
  }

  async do({ kind, at, body }: Change): Promise<void> {
    await kinds[kind].act(this, body as never, at)
  }
}

/** How a charge is paid. */
const ways = {
  token: async (shop: Shop, at: number) => ({
    card: await shop.token(at % 2 === 0 ? goodCard.number : '5555555555554444'),
  }),
  declined: async (shop: Shop) => ({ card: await shop.token('4111111111140011') }),
  customer: async (shop: Shop, at: number) => ({ customer: shop.id('customers', at) }),
  promptpay: async () => ({ currency: 'thb', source: { type: 'promptpay' } }),
  installment_bay: async (_: Shop, at: number) => ({
    ...{ amount: 300_000, currency: 'thb', return_uri: 'https://a.example.com' },
    source: { type: 'installment_bay', installment_term: at % 2 === 0 ? 4 : 6 },
  }),
}

/** A kind of change: how often it comes up, what it is made of, and what it does; `at` chooses a record. */
const kind = <T extends object>(
  weight: number,
  parts: { readonly [K in keyof T]: fc.Arbitrary<T[K]> },
  act: (shop: Shop, body: T, at: number) => unknown,
) => ({ weight, body: fc.record<T>(parts), act })

/** A kind that sends its parts to one record. */
const change = <T extends object>(
  weight: number,
  [method, of, action = '']: readonly [method: string, of: Listed, action?: string],
  parts: { readonly [K in keyof T]: fc.Arbitrary<T[K]> },
) => kind<T>(weight, parts, (shop, body, at) => shop.send(method, `${shop.path(of, at)}${action}`, body))

const kinds = {
  charge: kind(
    6,
    {
      amount,
      currency: oneOf('thb', 'jpy', 'usd'),
      description,
      metadata,
      capture: fc.boolean(),
      by: oneOf<(keyof typeof ways)[]>(
        ...(['token', 'customer', 'customer', 'promptpay', 'installment_bay', 'declined'] as const),
      ),
    },
    async (shop, { by, ...order }, at) => {
      await shop.send('POST', '/charges', { ...order, ...(await ways[by](shop, at)) })
    },
  ),
  customer: kind(
    3,
    { description, metadata, email: oneOf('a@example.com', 'coffee@example.com') },
    async (shop, body) => shop.send('POST', '/customers', { ...body, card: await shop.token() }),
  ),
  recipient: kind(2, { name: textOf(2), tax_id: wordOf }, (shop, body) => {
    const bank_account = { ...goodAccount, name: body.name }
    return shop.send('POST', '/recipients', { ...body, type: 'individual', bank_account })
  }),
  link: kind(2, { title: textOf(2), description, multiple: fc.boolean(), amount }, (shop, body) =>
    shop.send('POST', '/links', { ...body, currency: 'thb' }),
  ),
  schedule: kind(2, { description, of: oneOf('charge', 'transfer') }, (shop, { description, of }, at) => {
    const days = { every: 1, period: 'day', start_on: '2026-02-01', end_on: '2026-03-01' }
    const charge = { customer: shop.id('customers', at), amount: 10_000, description }
    const transfer = { recipient: shop.id('recipients', at), amount: 5000 }
    return shop.send('POST', '/schedules', { ...days, ...(of === 'charge' ? { charge } : { transfer }) })
  }),
  refund: change(3, ['POST', 'charges', '/refunds'], { amount: oneOf(undefined, 100, 5000), metadata }),
  dispute: change(2, ['POST', 'charges', '/disputes'], {}),
  transfer: kind(2, { amount: oneOf(3000, 5000), metadata }, (shop, body, at) => {
    const recipient = at % 2 === 0 ? undefined : shop.id('recipients', at)
    return shop.send('POST', '/transfers', { ...body, recipient })
  }),
  'edit charge': change(8, ['PATCH', 'charges'], { description, metadata }),
  'edit customer': change(5, ['PATCH', 'customers'], { description, email: oneOf('b@example.com', '') }),
  'rename card': kind(8, { name: textOf(2) }, (shop, body, at) =>
    shop.send('PATCH', shop.cardPath(at), body),
  ),
  'edit recipient': change(5, ['PATCH', 'recipients'], { name: textOf(2), email: oneOf('c@example.com') }),
  'edit dispute': change(2, ['PATCH', 'disputes'], { message: description }),
  act: kind(
    3,
    {
      on: oneOf(
        ...(['capture', 'reverse', 'mark_as_paid', 'mark_as_failed'] as const).map(
          (action) => ['charges', action] as const,
        ),
        ...(['mark_as_sent', 'mark_as_paid'] as const).map((action) => ['transfers', action] as const),
        ['recipients', 'verify'] as const,
        ...(['suspend', 'activate'] as const).map((action) => ['schedules', action] as const),
      ),
    },
    (shop, { on: [of, action] }, at) => shop.send('POST', `${shop.path(of, at)}/${action}`),
  ),
  'close dispute': change(1, ['PATCH', 'disputes', '/close'], { status: oneOf('won', 'lost') }),
  delete: kind(
    2,
    { what: oneOf('customers', 'recipients', 'transfers', 'schedules', 'links', 'cards') },
    (shop, { what }, at) => shop.send('DELETE', what === 'cards' ? shop.cardPath(at) : shop.path(what, at)),
  ),
  advance: kind(2, { ms: oneOf(0, 1, 1000, 3_600_000, 86_400_000) }, ({ sandbox }, { ms }) =>
    sandbox.clock.advance(ms),
  ),
  snapshot: kind(1, {}, (shop) => {
    shop.saved = shop.sandbox.snapshot()
  }),
  restore: kind(1, {}, ({ sandbox, saved }) => sandbox.restore(saved)),
}

export interface Change {
  readonly kind: keyof typeof kinds
  readonly at: number
  readonly body: object
}

export const changeOf: fc.Arbitrary<Change> = fc.oneof(
  ...(Object.keys(kinds) as (keyof typeof kinds)[]).map((name) => ({
    weight: kinds[name].weight,
    arbitrary: fc.record({
      kind: fc.constant(name),
      at: fc.nat({ max: 50 }),
      body: kinds[name].body as fc.Arbitrary<object>,
    }),
  })),
)
