import type { ChargeRow } from '../resources/charge/model'
import { type LinkRow, tokenOfLink } from '../resources/link/model'
import { whyClosed } from '../resources/link/operations'
import type { World } from '../world'
import { payerPathOf } from './address'
import { OutcomePage } from './outcome-page'
import { WaitingPage } from './payer-page'

interface LinkOutcome {
  readonly world: World
  readonly link: LinkRow
  readonly charge: ChargeRow
}

/** The page after the payment of a link: thanks, a code to scan, or why it was not paid. */
export const LinkOutcomePage = ({ world, link, charge }: LinkOutcome) => {
  const address = `/pay/${tokenOfLink(link)}`
  if (charge.state === 'awaiting_payment')
    return <WaitingPage world={world} charge={charge} action={`${address}/complete?charge=${charge.id}`} />
  const elsewhere = charge.state === 'authorizing' ? payerPathOf(charge) : null
  const next =
    elsewhere === null ? <Next href={address} text="Try again" /> : <Next href={elsewhere} text="Continue" />
  const isOver = charge.state === 'paid' || (elsewhere === null && whyClosed(link) !== null)
  return <OutcomePage world={world} charge={charge} next={isOver ? undefined : next} />
}

const Next = ({ href, text }: { readonly href: string; readonly text: string }) => (
  <a class="button" href={href}>
    {text}
  </a>
)
