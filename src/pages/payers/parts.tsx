import type { Child } from 'hono/jsx'
import { iso } from '../../kernel/calendar'
import { type Currency, moneyText } from '../../kernel/money'
import type { ChargeRow } from '../../service/resources/charge/model'
import type { World } from '../../service/world'
import { Icon, type IconName } from './icons'

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

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `22 Jan 2026, 09:00 UTC`. */
export const Moment = ({ time }: { readonly time: number }) => {
  const text = iso(time)
  const month = months[Number(text.slice(5, 7)) - 1]
  return (
    <time datetime={text}>
      {`${Number(text.slice(8, 10))} ${month} ${text.slice(0, 4)}, ${text.slice(11, 16)} UTC`}
    </time>
  )
}

export const Id = ({ text }: { readonly text: string }) => <span class="id">{text}</span>

/** Rows of a name and a value; those without a value are left out. */
export const Facts = ({ rows }: { readonly rows: readonly (readonly [name: string, value: Child])[] }) => (
  <dl>
    {rows
      .filter(([, value]) => value !== null)
      .map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

/** Whom the payer pays: the store of the source, the site that the payer came from, or the account. */
export const shopOf = (world: World, charge: ChargeRow): string => {
  const source = charge.source === null ? undefined : world.sources.get(charge.source)
  const site = charge.returnUri === null || charge.link !== null ? '' : new URL(charge.returnUri).host
  return source?.details.storeName ?? (site === '' ? world.account.email : site)
}

/** What is paid for: the title of the link, or the description. */
export const aboutOf = (world: World, { link, description }: ChargeRow): string | null =>
  link === null ? description : (world.links.get(link)?.title ?? description)
