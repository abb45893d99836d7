import type { Child } from 'hono/jsx'
import type { ChargeRow } from '../../service/resources/charge/model'
import { type LinkRow, tokenOfLink } from '../../service/resources/link/model'
import { whyClosed } from '../../service/resources/link/operations'
import type { World } from '../../service/world'
import { Facts } from '../facts'
import { payerPathOf } from './address'
import { declines } from './declines'
import { PayerPage } from './layout'
import { Amount, aboutOf, Id, Moment, Step, shopOf } from './parts'
import { WaitingPage } from './payer-page'

/** How a payment ended, as its payer reads it. */
interface PaymentOutcome {
  readonly kind: 'paid' | 'failed' | 'waits'
  readonly title: string
  readonly text: string
}

const unfinished: PaymentOutcome = {
  kind: 'waits',
  title: 'This payment is not finished',
  text: 'Nothing was charged so far.',
}

const outcomes: { readonly [S in ChargeRow['state']]: PaymentOutcome } = {
  new: unfinished,
  authorizing: unfinished,
  awaiting_payment: unfinished,
  authorized: {
    kind: 'paid',
    title: 'Payment confirmed',
    text: 'The amount is reserved on your card, and the shop collects it later.',
  },
  paid: { kind: 'paid', title: 'Payment successful', text: 'Thank you. Your payment was received.' },
  failed: { kind: 'failed', title: 'Payment failed', text: 'Nothing was charged.' },
  reversed: {
    kind: 'failed',
    title: 'Payment cancelled',
    text: 'The shop released the amount. Nothing was charged.',
  },
  expired: {
    kind: 'waits',
    title: 'This payment has expired',
    text: 'It was not paid in time, and nothing was charged.',
  },
}

interface OutcomeParts {
  readonly world: World
  readonly charge: ChargeRow
  /** The way from the page to the root of the server. */
  readonly root: string
  /** Where the payer can go from here. */
  readonly next?: Child
}

export const OutcomePage = ({ world, charge, root, next }: OutcomeParts) => {
  const { kind, title, text } = outcomes[charge.state]
  const why = charge.failureCode === null ? text : declines[charge.failureCode].sentence
  return (
    <PayerPage title={title} root={root} shop={shopOf(world, charge)} note="no money moved.">
      <Step icon={kind} kind={kind} title={title}>
        {why}
      </Step>
      <Amount amount={charge.amount} currency={charge.currency} />
      <Facts
        of={[
          ['For', aboutOf(world, charge)],
          ['Paid', charge.paidAt === null ? null : <Moment time={charge.paidAt} />],
          ['Expired', charge.expiredAt === null ? null : <Moment time={charge.expiredAt} />],
          ['Charge', <Id text={charge.id} />],
        ]}
      />
      {next ?? (
        <p class="next">
          {kind === 'paid' ? 'You can close this page.' : 'Go back to the shop to try again.'}
        </p>
      )}
    </PayerPage>
  )
}

/** A page that only says why there is nothing to pay. */
interface Nothing {
  readonly title: string
  readonly root: string
  readonly shop?: string
  readonly icon?: 'paid' | 'failed' | 'missing'
  readonly children: Child
}

export const NothingPage = ({ title, root, shop, icon = 'missing', children }: Nothing) => (
  <PayerPage title={title} root={root} shop={shop} note="no money moved.">
    <Step icon={icon} kind={icon === 'missing' ? 'waits' : icon} title={title}>
      {children}
    </Step>
  </PayerPage>
)

interface LinkOutcome extends Omit<OutcomeParts, 'next'> {
  readonly link: LinkRow
}

/** The page after the payment of a link: thanks, a code to scan, or why it was not paid. */
export const LinkOutcomePage = ({ world, link, charge, root }: LinkOutcome) => {
  const address = `${root}pay/${tokenOfLink(link)}`
  const action = `${address}/complete?charge=${charge.id}`
  if (charge.state === 'awaiting_payment')
    return <WaitingPage world={world} charge={charge} action={action} root={root} />
  const elsewhere = charge.state === 'authorizing' ? payerPathOf(charge) : null
  const next = (
    <a class="button" href={elsewhere === null ? address : `${root}${elsewhere.slice(1)}`}>
      {elsewhere === null ? 'Try again' : 'Continue'}
    </a>
  )
  const isOver = charge.state === 'paid' || (elsewhere === null && whyClosed(link) !== null)
  return <OutcomePage world={world} charge={charge} root={root} next={isOver ? undefined : next} />
}
