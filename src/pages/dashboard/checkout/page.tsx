import { type Currency, currencyCodes, isCurrency } from '../../../kernel/money'
import type { Charge } from '../../../service/resources/charge/record'
import { methods } from '../../../service/simulation/methods'
import { testChoices } from '../../payers/test-cards'
import { wordsOfMethod } from '../../payers/words'
import type { PlacePage, View } from '../frame/view'
import { AmountField, Field, Send } from '../parts/send'
import { Moment, Money, State } from '../parts/values'

/** A way to pay that a person chooses. */
interface Choice {
  readonly value: string
  readonly name: string
  /** The number of a card, or what the payer does. */
  readonly note: string
}

interface ChoiceGroup {
  readonly name: string
  /** Shown from the start. */
  readonly isUsual: boolean
  readonly choices: readonly Choice[]
}

const cardNumber = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ')

const cards = (isFailing: boolean): readonly Choice[] =>
  testChoices
    .filter(({ kind }) => (kind === 'declined') === isFailing)
    .map(({ value, name, number }) => ({ value, name, note: cardNumber(number) }))

/** By the icon of a method on its page for payers. */
const groups: readonly (readonly [name: string, icons: readonly string[]])[] = [
  ['QR code', ['qr', 'barcode']],
  ['Wallet', ['phone']],
  ['Bank', ['bank']],
  ['Installments', ['calendar']],
  ['Counter', ['store']],
]

const groupOf = (type: string): string => {
  if (type.startsWith('mobile_banking')) return 'Bank'
  const { icon } = wordsOfMethod(type)
  return groups.find(([, icons]) => icons.includes(icon))?.[0] ?? 'Wallet'
}

/** Everything that a payment in this currency can be made with. */
const choicesIn = (currency: Currency): readonly ChoiceGroup[] => {
  const possible = methods.filter(({ currencies }) => currencies.includes(currency))
  const byGroup = groups.map(([name]) => ({
    name,
    isUsual: name === 'QR code',
    choices: possible
      .filter(({ type }) => groupOf(type) === name)
      .map(({ type }) => ({ value: type, name: wordsOfMethod(type).method, note: type })),
  }))
  return [
    { name: 'Card', isUsual: true, choices: cards(false) },
    { name: 'Card that is declined', isUsual: true, choices: cards(true) },
    ...byGroup.filter(({ choices }) => choices.length > 0),
  ]
}

/** The latest payments below the form. */
const shown = 8
/** How many of the latest charges are searched for the one that its payer came back from. */
const searched = 50

const currencyIn = ({ query, account }: View): Currency => {
  const given = (query.get('currency') ?? account.about().currency).toLowerCase()
  return isCurrency(given) ? given : 'thb'
}

/** @param isFirst whether its first way to pay is the one that is chosen at the start */
const tiles = ({ choices }: ChoiceGroup, isFirst: boolean) =>
  choices.map(({ value, name, note }, i) => (
    <label>
      <input type="radio" name="pay_with" value={value} checked={isFirst && i === 0} />
      <span>{name}</span>
      <small>{note}</small>
    </label>
  ))

/** `Kasikornbank` of `Mobile banking, Kasikornbank`. */
const shortNames = ({ choices }: ChoiceGroup): string =>
  [...new Set(choices.map(({ name }) => name.replace(/^.*, /, '')))].join(', ')

const groupOfTiles = (group: ChoiceGroup, isFirst: boolean) =>
  group.isUsual ? (
    <fieldset class="tiles">
      <legend>{group.name}</legend>
      {tiles(group, isFirst)}
    </fieldset>
  ) : (
    <details id={`group-${group.name.toLowerCase()}`}>
      <summary>
        {group.name} <small>{shortNames(group)}</small>
      </summary>
      <fieldset class="tiles" aria-label={group.name}>
        {tiles(group, isFirst)}
      </fieldset>
    </details>
  )

/** Amounts and methods depend on the currency, so each is an address of its own. */
const currencyLinks = (view: View, currency: Currency) => (
  <nav class="tabs" aria-label="Currency">
    {currencyCodes.map((code) => (
      <a
        href={view.at('/checkout', { currency: code })}
        aria-current={code === currency ? 'true' : undefined}
      >
        {code.toUpperCase()}
      </a>
    ))}
  </nav>
)

/** In subunits, where the usual amount is not 100,000 of them. */
const usualAmounts: { readonly [C in Currency]?: number } = { idr: 10_000_000, jpy: 1000 }

const form = (view: View, currency: Currency) => {
  const amount = usualAmounts[currency] ?? 100_000
  const order = `A-${1001 + view.mode.charges.count()}`
  return (
    <section class="checkout">
      {currencyLinks(view, currency)}
      <Send to={view.at('/checkout')} name="Pay" tone="main" label="Pay" then="{next}" body={{ currency }}>
        <AmountField amount={amount} currency={currency} label="Amount" name="amount" required />
        <Field label="Order" name="order" value={order} />
        <Field label="Description" name="description" placeholder="Three cups of coffee" />
        {choicesIn(currency).map((group, i) => groupOfTiles(group, i === 0))}
      </Send>
    </section>
  )
}

const latest = (view: View) => {
  const charges = view.mode.charges.list(undefined, { last: shown })
  if (charges.length === 0) return null
  return (
    <section>
      <h2>Latest payments</h2>
      <ul class="plain lines">
        {[...charges].reverse().map((charge) => (
          <li id={`charge-${charge.id}`} class="words">
            <Moment at={charge.created_at} now={view.sandbox.clock.now()} />
            <Money amount={charge.amount} currency={charge.currency} />
            <State of={charge.status} />
            <a class="what" href={view.at(`/records/charges/${charge.id}`)}>
              {orderText(charge)}
            </a>
            {charge.failure_code === null ? null : <span class="bad">{charge.failure_code}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const orderOf = ({ metadata }: Charge): string | null =>
  typeof metadata.order === 'string' ? metadata.order : null

const orderText = (charge: Charge): string => {
  const order = orderOf(charge)
  return order === null ? (charge.description ?? charge.id) : `Order ${order}`
}

/** The result of the payment that its payer comes back from. */
const outcome = (view: View) => {
  const order = view.query.get('order')
  if (order === null) return null
  const charge = view.mode.charges
    .list(undefined, { last: searched })
    .findLast((one) => orderOf(one) === order)
  if (charge === undefined) return null
  const tone =
    charge.status === 'failed' || charge.status === 'expired' ? 'bad' : charge.paid ? 'good' : 'wait'
  return (
    <p class={`remark ${tone}`} role="status">
      Order {order}: <Money amount={charge.amount} currency={charge.currency} /> {charge.status}
      {charge.failure_message === null ? '' : `, ${charge.failure_message}`}.{' '}
      <a href={view.at(`/records/charges/${charge.id}`)}>Open the charge</a>
    </p>
  )
}

/** A payment in one click, with the requests that a shop would send. */
export const checkoutPage = (view: View): PlacePage => ({
  title: 'Checkout',
  content: (
    <>
      <h1>Checkout</h1>
      <p class="lead">
        A payment as a shop makes it: the card goes to the vault or the method to the API, then the charge is
        made. Each request is in the <a href={view.at('/')}>activity</a>. Where the payer has something to do,
        their page opens.
      </p>
      {outcome(view)}
      {form(view, currencyIn(view))}
      {latest(view)}
    </>
  ),
})
