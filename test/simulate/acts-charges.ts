/** How charges are made: by token, customer or source, and wrongly. */
import { askingCard, failingCards, payingCards, type TestCard } from './model/cards'
import { amountRefusal, createCharge, type Order } from './model/charges'
import { emit } from './model/events'
import { currencies, currencyFacts } from './model/money'
import { declineOf } from './model/shown'
import { type Charge, type Customer, refused, type Source, type Token } from './model/world'
import { type Act, type Answer, on, type Turn } from './turn'

export const makeToken = async (turn: Turn, { number }: TestCard): Promise<Token> => {
  const contact = {
    ...(turn.random.chance(30) ? { email: 'somchai@example.com' } : {}),
    ...(turn.random.chance(30) ? { phone_number: '+66812345678' } : {}),
  }
  const card = { name: 'Somchai Prasert', number, expiration_month: 12, expiration_year: 2099, ...contact }
  const answer = await turn.ask('POST', '/tokens', { card }, { host: 'vault' })
  const { id, card: made } = answer.body as Answer['body'] & { readonly card: { readonly id: string } }
  if (answer.status !== 200) turn.fail('a token was refused')
  const token: Token = {
    id,
    used: false,
    card: {
      ...{ kind: 'card', id: made.id, at: turn.world.clock.now, number, deleted: false },
      lacks: ['email', 'phone_number'].filter((name) => !Object.hasOwn(contact, name)),
    },
  }
  turn.world.tokens.push(token)
  return token
}

/** The most that can be charged at once, in subunits. */
const largest = 500_000_000_000

const money = ({ random, world }: Turn, foreign: boolean) => {
  const own = world.account.currency
  const currency = foreign && random.chance(25) ? random.pick(Object.keys(currencies)) : own
  const { min } = currencyFacts(currency)
  const most = random.chance(1)
    ? largest
    : random.pick([min + 50, min * 20, min * 200, min * 200, 100_000_000])
  return { currency, amount: random.chance(5) ? min - 1 : random.between(min, most) }
}

const details = ({ random }: Turn) =>
  random.chance(60)
    ? {}
    : { metadata: { tag: `t${random.below(5)}` }, description: `order ${random.below(5)}` }

/** Compares the answer to a new charge, which may be a decline that names the charge. */
const expectCharge = async (turn: Turn, answer: Answer, order: Order): Promise<Charge | null> => {
  const refusal = amountRefusal(turn.world, order.amount, order.currency)
  if (refusal !== null) {
    turn.expectRefusal(answer, refusal)
    return null
  }
  const charge = createCharge(turn.world, order)
  if (charge.state !== 'failed' || !turn.world.profile.declinesAreErrors) return turn.expect(answer, charge)
  turn.expectRefusal(answer, refused(402, declineOf(charge)))
  charge.id = String(answer.body.charge_id)
  turn.agree(charge, (await turn.get(`/charges/${charge.id}`)).body)
  return charge
}

const chargeByToken: Act = async (turn) => {
  const { random } = turn
  const test = random.pick([...payingCards, random.chance(40) ? random.pick(failingCards) : payingCards[0]])
  const asks =
    test.failure === null && random.chance(15) ? random.pick(['3DS', '3DS', 'PASSKEY'] as const) : null
  const chosen = random.chance(4) ? askingCard : test
  const token = await makeToken(turn, chosen)
  const { amount, currency } = money(turn, chosen.foreign)
  const capture = random.chance(65)
  const partial = !capture && random.chance(60)
  const more = details(turn)
  const answer = await turn.send('POST', '/charges', {
    ...{ amount, currency, card: token.id, ...more },
    ...(capture ? {} : { capture: false, ...(partial ? { authorization_type: 'pre_auth' } : {}) }),
    ...(asks === null ? {} : { authentication: asks }),
    ...(asks !== null || chosen.failsLater ? { return_uri: 'https://shop.example/back' } : {}),
  })
  const order: Order = { amount, currency, card: token.card, capture, partial, asks, ...more }
  const charge = await expectCharge(turn, answer, order)
  if (charge !== null) token.used = true
}

const hasCard = ({ standard }: Customer): boolean => standard !== null

const chargeCustomer = on('customers', hasCard, 75, async (turn, customer) => {
  const { world, random } = turn
  const { amount, currency } = money(turn, false)
  const card = random.chance(30) ? random.pick([...customer.cards, customer.standard]) : customer.standard
  const named = card === customer.standard ? {} : { card: card?.id }
  const answer = await turn.send('POST', '/charges', { amount, currency, customer: customer.id, ...named })
  if (amountRefusal(world, amount, currency) !== null)
    turn.expectRefusal(answer, refused(400, 'invalid_charge'))
  else if (customer.deleted) turn.expectRefusal(answer, refused(404, 'not_found'))
  else if (card === null) turn.expectRefusal(answer, refused(400, 'invalid_charge'))
  else if (card.deleted) turn.expectRefusal(answer, refused(404, 'not_found'))
  else await expectCharge(turn, answer, { amount, currency, card, customer })
})

const makeSource: Act = async (turn) => {
  const { world, random } = turn
  const [type, method] = random.pick(Object.entries(world.account.methods))
  const { currency } = world.account
  const { min = currencyFacts(currency).min, needs } = method
  const amount = min + currencyFacts(currency).min * random.below(30) + random.below(100)
  await turn.change(['POST', '/sources', { type, amount, currency, ...needs }], () => {
    const source: Source = {
      ...{ kind: 'source', id: '', at: world.clock.now, type, amount, currency, charge: null },
    }
    world.sources.push(source)
    emit(world, source, 'source.create')
    return source
  })
}

const chargeSource: Act = async (turn) => {
  const { world, random } = turn
  if (random.chance(60)) await makeSource(turn)
  const source = turn.choose(world.sources, ({ charge }) => charge === null, 90)
  if (source === undefined) return
  const { amount, currency, type } = source
  const withCard = world.account.methods[type]?.withCard === true
  // Now and then without a card.
  const test = withCard && random.chance(95) ? random.pick([...payingCards, ...failingCards]) : null
  const token = test === null ? null : await makeToken(turn, test)
  const answer = await turn.send('POST', '/charges', {
    ...{ amount, currency, source: source.id, return_uri: 'https://shop.example/back' },
    ...(token === null ? {} : { card: token.id }),
  })
  if (source.charge !== null || (withCard && token === null))
    return turn.expectRefusal(answer, refused(400, 'invalid_charge'))
  const card = token === null ? {} : { card: token.card }
  await expectCharge(turn, answer, { amount, currency, source, ...card })
  if (token !== null) token.used = true
}

const badCharges = [
  [{ amount: 10_000, currency: 'thb' }, refused(400, 'missing_card')],
  [{ amount: 10_000, currency: 'thb', card: 'tokn_test_nobody' }, refused(404, 'not_found')],
  [{ amount: 10_000, currency: 'thb', customer: 'cust_test_nobody' }, refused(404, 'not_found')],
  [{ amount: 10_000, currency: 'thb', source: 'src_test_nobody' }, refused(404, 'not_found')],
  [{ amount: 'many', currency: 'thb', card: 'x' }, refused(400, 'invalid_charge')],
  [{ amount: 10_000, currency: 'zzz', card: 'x' }, refused(400, 'invalid_charge')],
] as const

const chargeBadly: Act = async (turn) => {
  const used = turn.world.tokens.filter(({ used }) => used)
  if (used.length > 0 && turn.random.chance(40)) {
    const { id: card } = turn.random.recent(used)
    const answer = await turn.send('POST', '/charges', { amount: 10_000, currency: 'thb', card })
    return turn.expectRefusal(answer, refused(400, 'used_token'))
  }
  const { chargeWithoutAmount } = turn.world.profile
  const withoutAmount = [{ currency: 'thb', card: 'x' }, chargeWithoutAmount] as const
  const [params, refusal] = turn.random.pick([...badCharges, withoutAmount])
  turn.expectRefusal(await turn.send('POST', '/charges', params), refusal)
}

/** How often each happens, in comparison with the others. */
export const chargeActs = {
  'charge a token': [15, chargeByToken],
  'charge a customer': [10, chargeCustomer],
  'make a source': [2, makeSource],
  'charge a source': [8, chargeSource],
  'charge badly': [3, chargeBadly],
} as const
