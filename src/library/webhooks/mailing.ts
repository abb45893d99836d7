import type { CheckedOptions } from '../../config'
import type { HttpSettings } from '../../http/exchange'
import type { UndoLog } from '../../kernel/commit'
import { limits } from '../../kernel/limits'
import type { Timeline } from '../../kernel/timeline'
import { Courier, type CourierPorts } from '../../webhooks/courier'
import { Handlers } from '../../webhooks/handlers'
import type { Network } from '../../webhooks/network'
import { chosenRetries, publishedRetries, type RetrySchedule } from '../../webhooks/retry'
import type { World } from '../../world'
import type { Surroundings } from '../clock/waiting'
import { AccountWebhooks, type WebhookPorts, type Webhooks } from './webhooks'

export interface MailingPorts {
  readonly timeline: Timeline
  readonly undo: UndoLog
  readonly options: CheckedOptions
  /** Both worlds of this account are told of at the addresses of the options. */
  readonly account: string
  readonly settings: () => HttpSettings
  /** Epoch milliseconds of the machine's clock. */
  readonly realTime: () => number
  readonly network: () => Network
  readonly clock: () => Surroundings
}

/** All that has to do with deliveries, put together for one sandbox. */
export interface Mailing {
  readonly courier: Courier
  /** @param present throws a SandboxError when the account is not there any more */
  webhooksOf(world: World, modes: readonly World[], present: () => void): Webhooks
}

export const mailingOf = (ports: MailingPorts): Mailing => {
  const { options, timeline, undo, settings, clock } = ports
  const timeoutMs = options.webhooks?.timeoutMs ?? limits.webhookTimeoutMs
  const handlers = new Handlers()
  const addresses = [...new Set([...(options.webhook ?? []), ...(options.webhooks?.endpoints ?? [])])]
  const commit: CourierPorts['commit'] = (work) => {
    clock().catchUp()
    return timeline.still(() => undo.run(work))
  }
  const courier = new Courier({
    handlers,
    configured: (world) => (world.accountId === ports.account ? addresses : none),
    commit,
    stationery: () => ({
      ...settings(),
      secretEncoding: settings().profile.secretEncoding,
      // Receivers compare it with their own clock, which does not follow the virtual one.
      timestamp: Math.floor((options.signatureTime === 'virtual' ? timeline.now() : ports.realTime()) / 1000),
    }),
    schedule: scheduleOf(options),
    timeoutMs,
    network: () => {
      // No receiver is told of what could still be lost.
      undo.keepNow()
      return ports.network()
    },
  })
  const webhookPorts: Omit<WebhookPorts, 'present'> = {
    courier,
    handlers,
    settings,
    commit,
    clock,
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
