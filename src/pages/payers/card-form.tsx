import { type Currency, currencies } from '../../kernel/money'
import { type Complaint, type FieldName, fieldNames } from './problems'
import type { TestChoice } from './test-cards'

/** Buttons of another form that pay with a card of the chosen outcome. */
export const testCards = (form: string, choices: readonly TestChoice[]) => (
  <aside aria-labelledby="test-cards" lang="en">
    <h2 id="test-cards">Use a test card</h2>
    <p>Each button pays with a card that has this outcome.</p>
    <ul>
      {choices.map(({ value, name, kind, number, failure }) => (
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

const complaintId = 'complaint'

export const ComplaintText = ({ text }: { readonly text: string }) => (
  <p class="alert" id={complaintId} role="alert">
    {text}
  </p>
)

interface FieldsGiven {
  readonly currency: Currency
  readonly complaint?: Complaint | undefined
  /** Whether the payer chooses the amount. */
  readonly asksAmount?: boolean
  /** A text in the language of the page. Default: English. */
  readonly say?: (text: string) => string
  /** Before the ids of its fields, where a page has several forms. */
  readonly prefix?: string
}

/** The fields of a card, with what was wrong with them. */
export const cardInputs = ({
  currency,
  complaint,
  asksAmount = false,
  say = String,
  prefix = '',
}: FieldsGiven) => {
  const asking = askings(currency)
  const problems = complaint?.fields ?? {}
  // A declined card is entered again from its number on.
  const declined = complaint === undefined ? undefined : 'card[number]'
  const first = fieldNames.find((name) => problems[name] !== undefined) ?? declined
  const field = (name: FieldName) => {
    const { label, ...more } = asking[name]
    const [id, problem] = [`${prefix}${name.replace(/^card\[|\]$/g, '')}`, problems[name]]
    const isWrong = problem !== undefined
    return (
      <div class="field">
        <label for={id}>{say(label)}</label>
        <input
          id={id}
          name={name}
          value={complaint?.entered[name]}
          required
          autofocus={name === first}
          aria-invalid={isWrong ? 'true' : undefined}
          aria-describedby={isWrong ? `${id}-problem` : name === first ? complaintId : undefined}
          {...more}
        />
        {isWrong ? (
          <p class="problem" id={`${id}-problem`}>
            {say(problem)}
          </p>
        ) : null}
      </div>
    )
  }
  return (
    <>
      {asksAmount ? field('amount_in_units') : null}
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
