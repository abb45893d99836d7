import { moneyText } from '../../kernel/money'
import type { ChargeRow } from '../../service/resources/charge/model'
import type { CheckoutSessionRow } from '../../service/resources/checkout-session/model'
import { offeredBy } from '../../service/resources/checkout-session/operations'
import { fpxBanks } from '../../service/simulation/banks'
import { type MethodParam, methodOf } from '../../service/simulation/methods'
import type { World } from '../../service/world'
import { payerPathOf } from './address'
import { ComplaintText, cardInputs, testCards } from './card-form'
import { methodIn, type Say, sayIn } from './checkout-words'
import { PayerPage } from './layout'
import { Amount, Icon, Step } from './parts'
import type { Complaint } from './problems'
import { checkoutChoices } from './test-cards'
import { wordsOf, wordsOfMethod } from './words'

const formId = 'pay'

/** Black or white: what can be read on a colour (relative luminance of WCAG 2). */
const readableOn = (color: string): string => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff'
}

/** The colours of the shop, for `payer.css`; `undefined` where it gave none. */
export const styleOf = ({ style: { themeColor, textColor } }: CheckoutSessionRow): string | undefined => {
  if (themeColor === null && textColor === null) return undefined
  const text = textColor ?? readableOn(themeColor ?? '#000000')
  const hover = `color-mix(in srgb, ${themeColor} 92%, ${text})`
  const theme = themeColor === null ? '' : `--theme:${themeColor};--theme-hover:${hover};`
  return `:root{${theme}--on-theme:${text}}`
}

interface PageGiven {
  readonly world: World
  readonly session: CheckoutSessionRow
  /** The way from the page to the root of the server. */
  readonly root: string
}

const frameOf = ({ session, root }: PageGiven) => ({
  root,
  shop: new URL(session.redirectUrls.completeUrl).host,
  lang: session.locale,
  style: styleOf(session),
})

const titleOf = ({ description, orderId }: CheckoutSessionRow, say: Say): string =>
  description ?? (orderId === null ? say('Your payment') : say('Order {order}', { order: orderId }))

interface CheckoutGiven extends PageGiven {
  readonly complaint: Complaint | undefined
  /** A payment of the session that still waits for its payer. */
  readonly waiting: ChargeRow | undefined
}

export const CheckoutPage = ({ complaint, waiting, ...given }: CheckoutGiven) => {
  const { world, session } = given
  const say = sayIn(session.locale)
  const offered = offeredBy(world, session)
  const byCard = offered.includes('card')
  const others = offered.filter((type) => type !== 'card')
  return (
    <PayerPage
      {...frameOf(given)}
      title={titleOf(session, say)}
      aside={byCard ? testCards(formId, checkoutChoices) : undefined}
      note="use test cards only, no money moves."
    >
      <h1>{titleOf(session, say)}</h1>
      <Amount amount={session.amount} currency={session.currency} />
      {waiting === undefined ? null : waitingNote(given, waiting, say)}
      {complaint === undefined ? null : <ComplaintText text={say(complaint.text)} />}
      {byCard ? (
        <form id={formId} method="post">
          {cardInputs({ currency: session.currency, complaint, say })}
          <button type="submit" class="good">
            {say('Pay {amount}', { amount: moneyText(session.amount, session.currency) })}
          </button>
        </form>
      ) : null}
      {others.length === 0 ? null : (
        <div class="methods">
          <h2>{say(byCard ? 'Other ways to pay' : 'Ways to pay')}</h2>
          {others.map((type) => methodChoice(session, type, say))}
        </div>
      )}
      {session.redirectUrls.cancelUrl === null ? null : (
        <form method="post" class="leave">
          <button type="submit" name="leave" value="true">
            {say('Cancel and go back to the shop')}
          </button>
        </form>
      )}
    </PayerPage>
  )
}

const waitingNote = ({ world, session, root }: PageGiven, charge: ChargeRow, say: Say) => {
  const method = methodIn(session.locale, wordsOf(world, charge).method)
  return (
    <p class="waiting" role="status">
      {say('Your payment by {method} is not finished.', { method })}{' '}
      <a href={`${root}${payerPathOf(charge)?.slice(1)}`}>{say('Continue')}</a>
    </p>
  )
}

/** How each parameter is asked for; the sandbox fills in the others, such as what was bought. */
const inputs: { readonly [P in MethodParam]?: { readonly label: string; readonly more: object } } = {
  name: { label: 'Name', more: { autocomplete: 'name', maxlength: 10 } },
  email: { label: 'Email', more: { type: 'email', autocomplete: 'email' } },
  phone_number: {
    label: 'Phone number',
    more: {
      type: 'tel',
      autocomplete: 'tel-national',
      pattern: '\\d{10,11}',
      maxlength: 11,
      placeholder: '0812345678',
    },
  },
  barcode: { label: 'Code from your app', more: { inputmode: 'numeric', pattern: '\\d{16,24}' } },
}

type SelectOption = readonly [value: string, text: string]

const methodField = (type: string, param: MethodParam, say: Say) => {
  const id = `${type}-${param}`
  const name = `source[${param}]`
  const select = (label: string, options: readonly SelectOption[]) => (
    <div class="field">
      <label for={id}>{say(label)}</label>
      <select id={id} name={name}>
        {options.map(([value, text]) => (
          <option value={value}>{text}</option>
        ))}
      </select>
    </div>
  )
  const months = (term: number): SelectOption => [String(term), String(term)]
  if (param === 'installment_term')
    return select('Number of months', (methodOf(type)?.terms ?? []).map(months))
  if (param === 'bank')
    return select(
      'Bank',
      fpxBanks.map((bank) => [bank.code, bank.name]),
    )
  const input = inputs[param]
  return input === undefined ? null : (
    <div class="field">
      <label for={id}>{say(input.label)}</label>
      <input id={id} name={name} required {...input.more} />
    </div>
  )
}

/** A button, or a form behind a name where the method asks for more. */
const methodChoice = (session: CheckoutSessionRow, type: string, say: Say) => {
  const { icon, method: english } = wordsOfMethod(type)
  const name = methodIn(session.locale, english)
  const { requires = [], withCard = false } = methodOf(type) ?? {}
  const label = (
    <>
      <Icon name={icon} />
      {name}
    </>
  )
  if (requires.length === 0)
    return (
      <form method="post">
        <button type="submit" class="method" name="source[type]" value={type}>
          {label}
        </button>
      </form>
    )
  return (
    <details name="method">
      <summary class="method">{label}</summary>
      <form method="post">
        <input type="hidden" name="source[type]" value={type} />
        {requires.map((param) => methodField(type, param, say))}
        {withCard ? cardInputs({ currency: session.currency, say, prefix: `${type}-` }) : null}
        <button type="submit" class="good">
          {say('Pay {amount}', { amount: moneyText(session.amount, session.currency) })}
        </button>
      </form>
    </details>
  )
}

const endings = {
  completed: ['paid', 'This payment is complete', 'It was paid before. Nothing more is charged.'],
  cancelled: ['failed', 'This payment was cancelled', 'Nothing is charged. Start again in the shop.'],
  expired: ['waits', 'This payment has expired', 'Nothing is charged. Start again in the shop.'],
} as const

interface OverGiven extends PageGiven {
  /** Where the shop shows the outcome; `null` where it named no place for it. */
  readonly back: string | null
}

/** The page of a session that is over. */
export const OverPage = ({ back, ...given }: OverGiven) => {
  const { session } = given
  const say = sayIn(session.locale)
  if (session.state === 'open') throw new Error(`${session.id} is open`)
  const [kind, title, text] = endings[session.state]
  return (
    <PayerPage {...frameOf(given)} title={say(title)} note="no money moved.">
      <Step icon={kind} kind={kind} title={say(title)}>
        {say(text)}
      </Step>
      <Amount amount={session.amount} currency={session.currency} />
      <p class="next">{titleOf(session, say)}</p>
      {back === null ? null : (
        <a class="button" href={back}>
          {say('Back to the shop')}
        </a>
      )}
    </PayerPage>
  )
}
