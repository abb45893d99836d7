import type { Child } from 'hono/jsx'
import type { Account, Mode } from '../../../sandbox/account/account'
import type { SandboxParts } from '../../../sandbox/parts'
import type { Sandbox } from '../../../sandbox/sandbox'
import type { SnapshotShelf } from '../../../sandbox/snapshots/snapshot-shelf'
import { defaultAccount } from '../../../service/accounts'
import { nameInKey } from '../../../service/resources/account/model'
import type { World } from '../../../service/world'
import type { DocsSource } from '../../docs/content'

/** What a page shows: one account in one mode, at one address. */
export interface View {
  readonly sandbox: Sandbox
  readonly account: Account
  readonly mode: Mode
  readonly livemode: boolean
  /** What addresses call the sandbox, where one address is of many sandboxes. */
  readonly called: string | undefined
  /** Below `/_sandbox`, such as `/records/charges/chrg_test_1`. */
  readonly path: string
  /** The variable parts of the path, by name. */
  readonly params: Readonly<Record<string, string>>
  /** Without the account and the mode. */
  readonly query: URLSearchParams
  /** Whether secret keys may be shown: only to the machine that the sandbox runs on. */
  readonly showsKeys: boolean
  readonly version: string
  /** What the documentation describes: this sandbox. */
  readonly docs: DocsSource
  /** The snapshots that were taken over HTTP. */
  readonly snapshots: Pick<SnapshotShelf, 'count' | 'latest'>
  /** What the sandbox is made of. */
  readonly parts: SandboxParts
  /** The rows of that account in that mode, for what the library does not show. */
  readonly world: World
  /** The address of a page for the same account and mode. */
  readonly at: (path: string, query?: PageQuery) => string
}

/** Parameters without a value are left out. */
export type PageQuery = Readonly<Record<string, string | number | null | undefined>>

/** What a place gives to the frame. */
export interface PlacePage {
  readonly title: string
  readonly content: Child
  /** Shown beside the content where there is room, and instead of it on a narrow screen. */
  readonly detail?: Child
}

/** A place of the dashboard. Its code is loaded at the first visit. */
export interface Place {
  /** Below `/_sandbox`, with `:name` for each variable segment. */
  readonly path: `/${string}`
  /** For the list of operations of the control plane. */
  readonly summary: string
  /** The texts of the variable segments. */
  readonly params?: { readonly [name: string]: string }
  readonly load: () => Promise<(view: View) => PlacePage | Promise<PlacePage>>
  /** The page as Markdown, for requests that prefer it. */
  readonly markdown?: (() => Promise<(view: View) => string>) | undefined
}

type AddressScope = Pick<View, 'livemode' | 'called'> & { readonly account: Pick<Account, 'id'> }

/**
 * Addresses name the account and the mode where they are not the first account in test mode. Where one address is of
 * many sandboxes, they name the sandbox.
 */
export const addressIn =
  ({ account, livemode, called }: AddressScope) =>
  (path: string, query: PageQuery = {}): string => {
    const [before = '', anchor] = path.split('#')
    const scope = {
      account: called ?? (account.id === defaultAccount ? null : account.id),
      livemode: livemode ? 'true' : null,
    }
    const given = Object.entries({ ...query, ...scope }).flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
    )
    const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
    return `/_sandbox${before}${search}${anchor === undefined ? '' : `#${anchor}`}`
  }

/** `alice` for the account that the first call with `skey_test_alice` made; the id of any other. */
export const nameOf = ({ id, test, live }: Account): string => {
  const name = nameInKey(test.keys.public)
  return id !== defaultAccount && nameInKey(live.keys.public) === name ? name : id
}

/** The keys as commands show them: secret ones only on this machine. */
export const shownKeys = ({ mode, showsKeys }: Pick<View, 'mode' | 'showsKeys'>): Mode['keys'] => ({
  public: mode.keys.public,
  secret: showsKeys ? mode.keys.secret : '$PAYMENT_SECRET_KEY',
})
