import { masked } from '../../../kernel/masked'
import { jobs } from '../../../service/resources/registry'
import { isActive } from '../../../service/resources/schedule/model'
import type { World } from '../../../service/world'
import { Facts } from '../../facts'
import { servers, Value } from '../parts/layout'
import { distanceText, Time } from '../parts/values'
import { addressIn, nameOf, type View } from './view'

/** More accounts are on their own page. */
const accountsShown = 12

const firstAccounts = ({ parts, sandbox }: View) =>
  parts.accounts.ids.slice(0, accountsShown).flatMap((id) => sandbox.account(id) ?? [])

const scope = (view: View) => {
  const { account, livemode, called } = view
  return (
    <>
      <button type="button" class="button menu" popovertarget="page-scope">
        <span class="label">Account</span> <span class="name">{nameOf(account)}</span>{' '}
        <span class={`state ${livemode ? 'wait' : ''}`}>{livemode ? 'live' : 'test'}</span>
      </button>
      <div class="sheet" id="page-scope" popover="auto">
        <ul>
          {firstAccounts(view).map((one) => (
            <li>
              <code>{nameOf(one)}</code>
              {[false, true].map((live) => (
                <a
                  href={addressIn({ account: one, livemode: live, called })(pathOfSection(view.path))}
                  aria-current={one.id === account.id && live === livemode ? 'true' : undefined}
                >
                  {live ? 'live' : 'test'}
                </a>
              ))}
            </li>
          ))}
        </ul>
        <a href={view.at('/accounts')}>All accounts</a>
      </div>
    </>
  )
}

/** A record of one account is not in another: there its list is shown. */
const pathOfSection = (path: string): string =>
  path.replace(/^(\/records\/\w+|\/requests)\/.*/, '$1').replace(/^\/requests$/, '/')

const clockLink = (view: View) => {
  const { clock } = view.sandbox
  const now = clock.now()
  const [next] = dueNext(view, 1)
  return (
    <a class="clock" href={view.at('/clock')}>
      <span>
        <span class="label">Clock</span> <Time at={now} />{' '}
        <span class="soft">{clock.frozen ? 'stopped' : 'runs'}</span>
      </span>
      {next === undefined ? null : (
        <span class="soft next">
          next {distanceText(next.at - now.getTime())}: {next.text}
        </span>
      )}
    </a>
  )
}

const keys = (view: View) => {
  const { sandbox, mode, showsKeys } = view
  const secret = showsKeys ? mode.keys.secret : masked(mode.keys.secret)
  return (
    <>
      <button type="button" class="button menu" popovertarget="page-keys">
        Keys
      </button>
      <div class="sheet" id="page-keys" popover="auto">
        <Facts
          of={[
            ...servers(sandbox),
            ['Public key', <Value text={mode.keys.public} what="the public key" />],
            ['Secret key', showsKeys ? <Value text={secret} what="the secret key" /> : <code>{secret}</code>],
          ]}
        />
      </div>
    </>
  )
}

export const top = (view: View) => (
  <header class="top" id="page-top">
    <button type="button" class="burger" popovertarget="page-rail">
      Menu
    </button>
    {scope(view)}
    <a class="profile" href={view.at('/docs/choices')}>
      <span class="label">Profile</span> {view.parts.settings.profileName}
    </a>
    {clockLink(view)}
    <a class="button find" href={view.at('/search')} data-search>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l4.5 4.5" />
      </svg>
      <span class="unseen">Search</span>
    </a>
    {keys(view)}
  </header>
)

/** What a planned job does when its time comes, for people: one, and several. */
const names: Readonly<Record<string, readonly [one: string, many: string]>> = {
  'charge.lapse': ['charge expires', 'charges expire'],
  'occurrence.run': ['schedule runs', 'schedules run'],
  'dispute.lapse': ['dispute is lost', 'disputes are lost'],
  'webhook.attempt': ['webhook is tried', 'webhooks are tried'],
}

const skips = ['schedule skips a day', 'schedules skip a day'] as const

const wordsOf = (world: World, kind: string, subject: string) => {
  const schedule = kind === 'occurrence.run' ? world.occurrences.get(subject)?.schedule : undefined
  const isSuspended = schedule !== undefined && !isActive(world.schedules.get(schedule)?.state ?? 'running')
  return isSuspended ? skips : (names[kind] ?? ([kind, kind] as const))
}

export interface Due {
  /** Epoch milliseconds of the virtual clock. */
  readonly at: number
  readonly text: string
  /** The text of several such jobs, after their number. */
  readonly many: string
  /** The id of the record that it is about. */
  readonly subject: string
  readonly account: string
  readonly livemode: boolean
}

/** The jobs that fall due next and have something to do, in every account, the soonest first. */
export const dueNext = ({ parts: { timeline, accounts } }: View, count: number): readonly Due[] => {
  const found: Due[] = []
  for (const { runAt, kind, world, subject } of timeline.planned) {
    if (found.length === count) break
    const rows = accounts.worldByKey(world)
    if (jobs[kind]?.applies(rows, subject, runAt) !== true) continue
    const [account = '', mode] = world.split('/')
    // Attempts for one event are told apart by the position of their address: `evnt_test_1/0`.
    const [id = ''] = subject.split('/')
    const [text, many] = wordsOf(rows, kind, subject)
    found.push({ at: runAt, text, many, subject: id, account, livemode: mode === 'live' })
  }
  return found
}
