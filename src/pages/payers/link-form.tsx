import { type Currency, currencies, moneyText } from '../../kernel/money'
import { type LinkRow, tokenOfLink } from '../../service/resources/link/model'
import type { World } from '../../service/world'
import { PayerPage } from './layout'
import { Amount, Icon } from './parts'
import { type Complaint, type FieldName, fieldNames } from './problems'
import { testChoices } from './test-cards'

/** Buttons of another form that pay with a card of the chosen outcome. */
const testCards = (form: string) => (
  <aside aria-labelledby="test-cards">
    <h2 id="test-cards">Use a test card</h2>
    <p>Each button pays with a card that has this outcome.</p>
    <ul>
      {testChoices.map(({ value, name, kind, number, failure }) => (
        <li>
          <button type="submit" class="choice" form={form} formnovalidate name="test_card" value={value}>
            <span class={`dot ${kind}`} aria-hidden="true" />
            <span>
              {name}
              {failure === null ? null : <small>{failure}</small>}
            </span>
            <code>{`•••• ${number.slice(-4)}`}</code>
          </button>
        </li>
      ))}
    </ul>
  </aside>
)

/** What a payer entered and sees again; never the number of a card or its code. */
export type Entered = { readonly [F in FieldName]?: string }

interface FormParts {
  readonly world: World
  readonly link: LinkRow
  readonly complaint: Complaint | undefined
  readonly entered: Entered
  /** The way from the page to the root of the server. */
  readonly root: string
}

/** The method by which a code of the country is paid. */
const codes: { readonly [C in Currency]?: readonly [type: string, name: string] } = {
  thb: ['promptpay', 'PromptPay'],
  sgd: ['paynow', 'PayNow'],
  myr: ['duitnow_qr', 'DuitNow QR'],
}

const formId = 'pay'
const complaintId = 'complaint'

export const LinkFormPage = ({ world, link, complaint, entered, root }: FormParts) => (
  <PayerPage
    title={link.title}
    root={root}
    shop={world.account.email}
    aside={testCards(formId)}
    note="use test cards only, no money moves."
  >
    <h1>{link.title}</h1>
    <p class="about">{link.description}</p>
    {link.amount === 0 ? null : <Amount amount={link.amount} currency={link.currency} />}
    {complaint === undefined ? null : (
      <p class="alert" id={complaintId} role="alert">
        {complaint.text}
      </p>
    )}
    <form id={formId} method="post" action={`${root}pay/${tokenOfLink(link)}`}>
      {fields({ link, entered, complaint })}
      <button type="submit" class="good">
        {link.amount === 0 ? 'Pay by card' : `Pay ${moneyText(link.amount, link.currency)}`}
      </button>
      {payByCode(link.currency)}
    </form>
  </PayerPage>
)

const payByCode = (currency: Currency) => {
  const [type, name] = codes[currency] ?? []
  if (type === undefined) return null
  return (
    <>
      <p class="or">or</p>
      <button type="submit" class="other" name="source[type]" value={type} formnovalidate>
        <Icon name="qr" />
        {`Pay by ${name}`}
      </button>
    </>
  )
}

/** How each field asks for its value. */
const askings = (currency: Currency) =>
  ({
    amount_in_units: {
      label: `Amount in ${currency.toUpperCase()}`,
      inputmode: 'decimal',
      placeholder: currencies[currency].exponent === 0 ? '500' : '500.00',
    },
    'card[number]': {
      label: 'Card number',
      inputmode: 'numeric',
      autocomplete: 'cc-number',
      placeholder: '4242 4242 4242 4242',
    },
    'card[name]': { label: 'Name on card', autocomplete: 'cc-name' },
    'card[expiration_month]': {
      label: 'Month',
      inputmode: 'numeric',
      autocomplete: 'cc-exp-month',
      maxlength: 2,
      placeholder: '12',
    },
    'card[expiration_year]': {
      label: 'Year',
      inputmode: 'numeric',
      autocomplete: 'cc-exp-year',
      maxlength: 4,
      placeholder: '2030',
    },
    'card[security_code]': {
      label: 'Code',
      inputmode: 'numeric',
      autocomplete: 'cc-csc',
      maxlength: 4,
      placeholder: '123',
    },
  }) as const

const fields = ({ link, entered, complaint }: Omit<FormParts, 'world' | 'root'>) => {
  const asking = askings(link.currency)
  const problems = complaint?.fields ?? {}
  // A declined card is entered again from its number on.
  const declined = complaint === undefined ? undefined : 'card[number]'
  const first = fieldNames.find((name) => problems[name] !== undefined) ?? declined
  const field = (name: FieldName) => {
    const { label, ...more } = asking[name]
    const [id, problem] = [name.replace(/^card\[|\]$/g, ''), problems[name]]
    const isWrong = problem !== undefined
    return (
      <div class="field">
        <label for={id}>{label}</label>
        <input
          id={id}
          name={name}
          value={entered[name]}
          required
          autofocus={name === first}
          aria-invalid={isWrong ? 'true' : undefined}
          aria-describedby={isWrong ? `${id}-problem` : name === first ? complaintId : undefined}
          {...more}
        />
        {isWrong ? (
          <p class="problem" id={`${id}-problem`}>
            {problem}
          </p>
        ) : null}
      </div>
    )
  }
  return (
    <>
      {link.amount === 0 ? field('amount_in_units') : null}
      {field('card[number]')}
      {field('card[name]')}
      <div class="row">
        {field('card[expiration_month]')}
        {field('card[expiration_year]')}
        {field('card[security_code]')}
      </div>
    </>
  )
}
