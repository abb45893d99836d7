import type { Child } from 'hono/jsx'
import { iso } from '../../kernel/calendar'
import { type Currency, moneyText } from '../../kernel/money'
import type { ChargeRow } from '../../service/resources/charge/model'
import { sessionOf } from '../../service/resources/checkout-session/actions'
import type { World } from '../../service/world'

export const Amount = ({ amount, currency }: { readonly amount: number; readonly currency: Currency }) => (
  <p class="amount">{moneyText(amount, currency)}</p>
)

/** The head of a page: what is asked of the payer, or how it ended. */
interface StepParts {
  readonly icon: IconName
  readonly kind?: 'paid' | 'failed' | 'waits'
  readonly title: string
  readonly children: Child
}

export const Step = ({ icon, kind, title, children }: StepParts) => (
  <div class={kind === undefined ? 'step' : `outcome ${kind}`}>
    <span class="mark">
      <Icon name={icon} />
    </span>
    <div>
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
  </div>
)

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** `22 Jan 2026, 09:00 UTC`. */
export const Moment = ({ time }: { readonly time: number }) => (
  <time datetime={iso(time)}>{`${dates.format(time)} UTC`}</time>
)

export const Id = ({ text }: { readonly text: string }) => <span class="id">{text}</span>

/** Whom the payer pays: the store of the source, the site that the payer came from, or the account. */
export const shopOf = (world: World, charge: ChargeRow): string => {
  const source = charge.source === null ? undefined : world.sources.get(charge.source)
  const back =
    charge.link !== null ? null : (sessionOf(world, charge)?.redirectUrls.completeUrl ?? charge.returnUri)
  const site = back === null ? '' : new URL(back).host
  return source?.details.storeName ?? (site === '' ? world.account.email : site)
}

/** What is paid for: the title of the link, or the description. */
export const aboutOf = (world: World, { link, description }: ChargeRow): string | null =>
  link === null ? description : (world.links.get(link)?.title ?? description)

/** Drawings of 24 by 24, in lines of the text's colour. */
const paths = {
  card: 'M3 7.5A2.5 2.5 0 0 1 5.5 5h13A2.5 2.5 0 0 1 21 7.5v9a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16.5zM3 10h18M7 15h3',
  bank: 'M4 10h16L12 4.5zM6 10v7M10 10v7M14 10v7M18 10v7M4 19.5h16',
  key: 'M8 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 12h8.5M17 12v3M20.5 12v2.5M8 12h.01',
  phone:
    'M8.5 3h7A1.5 1.5 0 0 1 17 4.5v15a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19.5v-15A1.5 1.5 0 0 1 8.5 3zM11 18h2',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2M14 20h2M18 18h2v2',
  calendar:
    'M5.5 5.5h13A1.5 1.5 0 0 1 20 7v11.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5V7a1.5 1.5 0 0 1 1.5-1.5zM4 10h16M8 3.5v4M16 3.5v4M8 14h2M14 14h2',
  store:
    'M4.5 9.5 6 4.5h12l1.5 5M5.5 12v7.5h13V12M4.5 9.5a2.5 2.5 0 0 0 5 0 2.5 2.5 0 0 0 5 0 2.5 2.5 0 0 0 5 0M10 19.5V15h4v4.5',
  barcode: 'M4 6v12M7 6v12M10.5 6v12M13 6v12M16.5 6v12M20 6v12',
  paid: 'm5.5 12.5 4.5 4.5 8.5-9.5',
  failed: 'm7 7 10 10M17 7 7 17',
  waits: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l2.5 1.5',
  missing: 'M9.5 9.2a2.6 2.6 0 1 1 3.8 2.3c-.9.5-1.3 1-1.3 2M12 17h.01',
} as const

export type IconName = keyof typeof paths

/** It only repeats what the text beside it says. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
