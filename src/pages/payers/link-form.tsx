import { type Currency, moneyText } from '../../kernel/money'
import { type LinkRow, tokenOfLink } from '../../service/resources/link/model'
import type { World } from '../../service/world'
import { ComplaintText, cardInputs, testCards } from './card-form'
import { PayerPage } from './layout'
import { Amount, Icon } from './parts'
import type { Complaint } from './problems'
import { testChoices } from './test-cards'

interface FormParts {
  readonly world: World
  readonly link: LinkRow
  readonly complaint: Complaint | undefined
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

export const LinkFormPage = ({ world, link, complaint, root }: FormParts) => (
  <PayerPage
    title={link.title}
    root={root}
    shop={world.account.email}
    aside={testCards(formId, testChoices)}
    note="use test cards only, no money moves."
  >
    <h1>{link.title}</h1>
    <p class="about">{link.description}</p>
    {link.amount === 0 ? null : <Amount amount={link.amount} currency={link.currency} />}
    {complaint === undefined ? null : <ComplaintText text={complaint.text} />}
    <form id={formId} method="post" action={`${root}pay/${tokenOfLink(link)}`}>
      {cardInputs({ currency: link.currency, complaint, asksAmount: link.amount === 0 })}
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
