import { deepFreeze } from '../kernel/json'
import { SandboxError } from '../kernel/sandbox-error'
import type { SignatureFault } from '../resources/webhook-delivery/model'
import type { WebhookFaultRow } from '../resources/webhook-fault/model'
import { webhookFaultCreate, webhookFaultFields } from '../resources/webhook-fault/schema'
import { addWebhookFault, clearWebhookFaults, webhookFaultsOf } from '../webhooks/faults'
import type { World } from '../world'
import type { EventPattern } from './webhooks'

/** What shall go wrong with which deliveries. It has to do something; several things can go wrong at once. */
export interface WebhookFaultOptions {
  /** `charge.complete`, `charge.*`; every event unless said. */
  readonly event?: EventPattern
  /** Only for the receiver there: an address, or a pattern such as `http://localhost:3000/*`. */
  readonly url?: string
  /** How many attempts it spoils: 1 unless said. */
  readonly times?: number
  /** How many that fit it lets pass first: none unless said. */
  readonly after?: number
  /** Holds the delivery back for so long, on the virtual clock. */
  readonly delayMs?: number
  /** It never arrives; the attempt has failed, with the status null, and is tried again. */
  readonly drop?: boolean
  /** It is sent so many times more. */
  readonly duplicate?: number
  /** The next one overtakes it: where none waits, whatever comes within a second of the virtual clock. */
  readonly reorder?: boolean
  /**
   * `invalid`: of another body. `stale`: made 301 seconds ago. `missing`: no signature at all. `old-secret`: made
   * with the older secret alone during a rotation, with a deleted one after it.
   */
  readonly signature?: SignatureFault
}

/** A fault that was added, and what it has done so far. */
export interface WebhookFault {
  readonly id: string
  readonly event: string
  readonly url: string | null
  readonly times: number
  readonly after: number
  readonly delayMs: number
  readonly drop: boolean
  readonly duplicate: number
  readonly reorder: boolean
  readonly signature: SignatureFault | null
  /** How many attempts it has spoilt. */
  readonly hits: number
}

/** Faults of one account in one mode. They are part of the state: a reset takes them away. */
export interface Faults {
  /**
   * @example sandbox.faults.addWebhook({ event: 'charge.*', times: 2, signature: 'stale' })
   * @throws SandboxError `invalid_fault`, naming each field that is wrong
   */
  addWebhook(fault: WebhookFaultOptions): WebhookFault
  /** All of them, with their `hits`: one without any was of no use. */
  list(): readonly WebhookFault[]
  clear(): void
}

const shown = ({ createdAt: _, seen: __, cleared: ___, ...fault }: WebhookFaultRow): WebhookFault =>
  deepFreeze(fault)

/** Fields that the control plane calls otherwise. */
const wireNames: Readonly<Record<string, string>> = { event: 'webhook', delayMs: 'delay_ms' }
const ownNames = Object.fromEntries(Object.entries(wireNames).map(([own, wire]) => [wire, own]))

const checked = (fault: WebhookFaultOptions) => {
  const given = Object.entries({ event: '*', ...fault }).filter(([, value]) => value !== undefined)
  const result = webhookFaultCreate().safeParse(
    Object.fromEntries(given.map(([name, value]) => [wireNames[name] ?? name, value])),
  )
  if (result.success) return webhookFaultFields(result.data)
  const lines = result.error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: no such field`
    const field = String(issue.path[0] ?? 'fault')
    return `${ownNames[field] ?? field}: ${issue.message}`
  })
  throw new SandboxError('invalid_fault', lines.join('; '))
}

/** @param commit runs as one step at one moment */
export const faultsOf = (world: World, commit: <T>(work: () => T) => T): Faults => ({
  addWebhook: (fault) => {
    const fields = checked(fault)
    return shown(commit(() => addWebhookFault(world, fields)))
  },
  list: () => webhookFaultsOf(world).map(shown),
  clear: () => commit(() => clearWebhookFaults(world)),
})
