import type { Child } from 'hono/jsx'
import { moneyText } from '../../kernel/money'
import type { ChargeRow } from '../../service/resources/charge/model'
import { imageTypeOf, type SourceRow } from '../../service/resources/source/model'
import { methodOf } from '../../service/simulation/methods'
import type { World } from '../../service/world'
import { type Fact, Facts } from '../facts'
import { PayerPage } from './layout'
import { Amount, aboutOf, Id, Moment, Step, shopOf } from './parts'
import { cardText, wordsOf } from './words'

/** The page of a charge that waits: what its payer has to do, and buttons that do it. */
interface WaitingCharge {
  readonly world: World
  readonly charge: ChargeRow
  /** Where the form is sent. Default: the address of the page. */
  readonly action?: string
  /** The way from the page to the root of the server. */
  readonly root: string
}

export const WaitingPage = ({ world, charge, action, root }: WaitingCharge) => {
  const source = charge.source === null ? undefined : world.sources.get(charge.source)
  const card = world.cards.get(charge.card ?? '')
  const words = wordsOf(world, charge)
  // The shop sent the payer here, but they pay with the code.
  const hasCode = charge.payment !== null && source?.flow === 'offline'
  return (
    <PayerPage
      title={words.title}
      root={root}
      shop={shopOf(world, charge)}
      note={`no money moves, and the buttons answer for the ${words.decider}.`}
    >
      <Amount amount={charge.amount} currency={charge.currency} />
      <Step icon={words.icon} title={words.title}>
        {words.text}
      </Step>
      {source === undefined ? null : codeOf(charge, source, root)}
      <Facts
        of={[
          ['For', aboutOf(world, charge)],
          ...factsOf(charge, source),
          ['Method', words.method],
          ['Card', source === undefined || card === undefined ? null : cardText(card)],
          ['Pay before', deadline(charge, source)],
          ['Charge', <Id text={charge.id} />],
        ]}
      />
      <form method="post" action={action}>
        <button type="submit" class="good" name="result" value="success">
          {source === undefined ? 'Confirm' : `Pay ${moneyText(charge.amount, charge.currency)}`}
        </button>
        <button type="submit" class="bad" name="result" value="failure">
          {refusal(charge, hasCode)}
        </button>
      </form>
      {hasCode && action === undefined && charge.returnUri !== null ? (
        <p class="next">
          <a href={charge.returnUri}>Back to the shop</a>: the code can still be paid.
        </p>
      ) : null}
    </PayerPage>
  )
}

/** A payer cancels where the shop sent them. With a code they are elsewhere, so that the button is for tests alone. */
const refusal = ({ payment, card }: ChargeRow, hasCode: boolean): string => {
  if (card !== null) return 'Reject'
  return payment === null || hasCode ? 'Fail' : 'Cancel'
}

const deadline = (charge: ChargeRow, source: SourceRow | undefined): Child => (
  <Moment time={Math.min(charge.expiresAt, source?.reference?.expiresAt ?? charge.expiresAt)} />
)

const factsOf = (charge: ChargeRow, source: SourceRow | undefined): readonly Fact[] => {
  const { phoneNumber = null, installmentTerm = null } = source?.details ?? {}
  const interest = charge.zeroInterestInstallments ? 'no interest' : 'with interest'
  return [
    ['Phone', phoneNumber === null ? null : `•••• ${phoneNumber.slice(-4)}`],
    ['Plan', installmentTerm === null ? null : `${installmentTerm} months, ${interest}`],
  ]
}

/** What the payer takes elsewhere: a picture to scan, or numbers to show. */
const codeOf = (charge: ChargeRow, source: SourceRow, root: string) => {
  const { type, reference } = source
  if (reference === null) return null
  const { number1, number2 } = reference
  switch (methodOf(type)?.shows) {
    case 'qr':
      return qrCode(
        source,
        `${root}charges/${charge.id}/documents/${reference.documentId}/downloads/${reference.downloadToken}`,
      )
    case 'bill':
      return numbers({ 'Reference 1': number1, 'Reference 2': number2 })
    case 'voucher':
      return numbers({ 'Payment code': number2 })
    default:
      return null
  }
}

const qrCode = (source: SourceRow, image: string) => (
  <figure>
    <img class="code" alt="QR code of the payment" width="240" height="240" src={image} />
    <figcaption>
      <a href={image} download={`qrcode.${imageTypeOf(source)}`}>
        Save the code
      </a>{' '}
      to open it in an app on this phone.
    </figcaption>
  </figure>
)

const numbers = (rows: Readonly<Record<string, string>>) => (
  <Facts
    look="numbers"
    of={Object.entries(rows).map(([name, value]) => [name, value.replace(/(\d{4})(?=\d)/g, '$1 ')])}
  />
)
