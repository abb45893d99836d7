import type { ChargeRow } from '../../service/resources/charge/model'
import { type LinkRow, tokenOfLink } from '../../service/resources/link/model'
import { whyClosed } from '../../service/resources/link/operations'
import type { World } from '../../service/world'
import { payerPathOf } from './address'
import { OutcomePage } from './outcome-page'
import { WaitingPage } from './payer-page'

interface LinkOutcome {
  readonly world: World
  readonly link: LinkRow
  readonly charge: ChargeRow
  /** The way from the page to the root of the server. */
  readonly root: string
}

/** The page after the payment of a link: thanks, a code to scan, or why it was not paid. */
export const LinkOutcomePage = ({ world, link, charge, root }: LinkOutcome) => {
  const address = `${root}pay/${tokenOfLink(link)}`
  const action = `${address}/complete?charge=${charge.id}`
  if (charge.state === 'awaiting_payment') return <WaitingPage {...{ world, charge, action, root }} />
  const elsewhere = charge.state === 'authorizing' ? payerPathOf(charge) : null
  const next =
    elsewhere === null ? (
      <Next href={address} text="Try again" />
    ) : (
      <Next href={`${root}${elsewhere.slice(1)}`} text="Continue" />
    )
  const isOver = charge.state === 'paid' || (elsewhere === null && whyClosed(link) !== null)
  return <OutcomePage {...{ world, charge, root }} next={isOver ? undefined : next} />
}

const Next = ({ href, text }: { readonly href: string; readonly text: string }) => (
  <a class="button" href={href}>
    {text}
  </a>
)
