import * as z from 'zod/mini'
import { once } from '../kernel/json'
import { sandboxOptions } from '../options/config'
import type { SecretEncoding } from '../service/webhooks/scheme'
import { type Given, optionText, readOptions, wrong } from './given'

/** What the sender and the receiver of webhooks have agreed on. The commands about webhooks read it in the same way. */
export interface SigningAgreement {
  readonly secrets: readonly string[]
  readonly headerPrefix: string
  readonly secretEncoding: SecretEncoding
}

/** The environment variable in which `exec` passes the secret to its command. */
const secretVariable = 'PAYMENT_SANDBOX_WEBHOOK_SECRET'

const prefixOption = once(() => z.strictObject({ headerPrefix: sandboxOptions().shape.headerPrefix }))

/** @throws SandboxError `invalid_option` */
export const agreementOf = (given: Given): SigningAgreement => {
  const { headerPrefix = 'Service' } = readOptions(prefixOption(), given)
  const secrets = (optionText(given, 'secret') ?? given.env[secretVariable] ?? '').split(',')
  if (secrets.includes('')) throw wrong(`--secret is missing; or set ${secretVariable}`)
  const secretEncoding = optionText(given, 'secretEncoding') ?? 'utf8'
  if (secretEncoding !== 'utf8' && secretEncoding !== 'base64')
    throw wrong(`--secret-encoding must be utf8 or base64, not "${secretEncoding}"`)
  return { secrets, headerPrefix, secretEncoding }
}
