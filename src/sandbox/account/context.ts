import type { FixtureTarget } from '../../fixtures/load'
import { SandboxError } from '../../kernel/sandbox-error'
import type { Accounts } from '../../service/accounts'
import type { RenderContext } from '../../service/resources/record'
import type { World } from '../../service/world'
import type { ActionContext } from '../actions/api-call'
import type { Core } from '../core'
import { Webhooks } from '../webhooks/webhooks'

/** The id of an account, while it exists. */
export const present = (id: string, accounts: Accounts): string => {
  if (accounts.has(id)) return id
  throw new SandboxError(
    'not_found',
    `there is no account ${id} any more: a restore or reset removed it; createAccount() makes another one`,
  )
}

/** One account in one mode, as its objects share it: the account, its test mode and the sandbox. */
export class ModeContext implements ActionContext {
  readonly core: Core
  readonly #target: FixtureTarget
  #webhooks: Webhooks | undefined

  constructor(core: Core, target: FixtureTarget) {
    this.core = core
    this.#target = target
  }

  /** Its account and its mode. Throws a SandboxError when the account no longer exists. */
  get target(): FixtureTarget {
    present(this.#target.account, this.core.accounts)
    return this.#target
  }

  get world(): World {
    const { account, livemode } = this.target
    return this.core.accounts.world(account, livemode)
  }

  readonly change = <T>(work: () => T): T => {
    this.core.lifetime.check()
    return this.core.commit(work)
  }

  readonly renderContext = (): RenderContext => {
    const { timeline, settings } = this.core
    const { baseUrl, profileForm } = settings
    return { livemode: this.#target.livemode, now: timeline.now(), baseUrl, profileForm, isWhole: true }
  }

  /** Shared, so that a delivery that one object has returned is not returned again by another. */
  get webhooks(): Webhooks {
    this.#webhooks ??= new Webhooks(this.core, this)
    return this.#webhooks
  }
}
