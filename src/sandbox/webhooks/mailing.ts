import type { UndoLog } from '../../kernel/commit'
import { limits } from '../../kernel/limits'
import type { Timeline } from '../../kernel/timeline'
import type { CheckedOptions } from '../../options/config'
import { defaultAccount } from '../../service/accounts'
import type { HttpSettings } from '../../service/http/env'
import { Courier, type CourierPorts } from '../../service/webhooks/courier'
import { Handlers } from '../../service/webhooks/handlers'
import { type Network, publicOnly } from '../../service/webhooks/network'
import { chosenRetries, publishedRetries, type RetrySchedule } from '../../service/webhooks/retry'
import type { World } from '../../service/world'
import type { WaitingClock } from '../clock/waiting'
import { AccountWebhooks, type WebhookPorts, type Webhooks } from './webhooks'

export interface MailingPorts {
  readonly timeline: Timeline
  readonly undo: UndoLog
  readonly jobs: WaitingClock
  readonly options: CheckedOptions
  readonly settings: HttpSettings
  readonly publicWebhooks: boolean
  /** Epoch milliseconds of the machine's clock. */
  readonly realTime: () => number
  /** Servers replace its network. */
  readonly servers: { readonly network: Network }
}

/** The deliveries of one sandbox. */
export interface Mailing {
  readonly courier: Courier
  /** @param present throws a SandboxError when the account no longer exists */
  webhooksOf(world: World, modes: () => readonly World[], present: () => void): Webhooks
}

export const createMailing = (ports: MailingPorts): Mailing => {
  const { options, timeline, undo, jobs, settings, servers } = ports
  const timeoutMs = options.webhooks?.timeoutMs ?? limits.webhookTimeoutMs
  const handlers = new Handlers()
  const addresses = [...new Set([...(options.webhook ?? []), ...(options.webhooks?.endpoints ?? [])])]
  const commit: CourierPorts['commit'] = (work) => {
    jobs.catchUp()
    return timeline.still(() => undo.run(work))
  }
  const courier = new Courier({
    handlers,
    configured: (world) => (world.accountId === defaultAccount ? addresses : none),
    commit,
    format: () => ({
      ...settings,
      secretEncoding: settings.profile.secretEncoding,
      // Receivers compare the timestamp with their own clock, which does not follow the virtual one.
      timestamp: Math.floor((options.signatureTime === 'virtual' ? timeline.now() : ports.realTime()) / 1000),
    }),
    schedule: scheduleOf(options),
    timeoutMs,
    network: () => {
      // A receiver must not get an event that could still be lost.
      undo.keepNow()
      return ports.publicWebhooks ? publicOnly(servers.network) : servers.network
    },
  })
  const webhookPorts: Omit<WebhookPorts, 'present'> = {
    courier,
    handlers,
    settings,
    commit,
    clock: jobs,
    timeoutMs,
  }
  return {
    courier,
    webhooksOf: (world, modes, present) => new AccountWebhooks(world, modes, { ...webhookPorts, present }),
  }
}

const none: readonly string[] = []

const scheduleOf = ({ webhooks }: CheckedOptions): RetrySchedule => {
  const retry = webhooks?.retry ?? true
  if (retry === true) return publishedRetries
  return chosenRetries(retry === false ? [] : retry)
}
