import * as z from 'zod/mini'
import { isBase64 } from '../../kernel/base64'
import { parseTime } from '../../kernel/calendar'
import { defaults, sandboxOptions } from '../../options/config'
import { type ProfileName, profileOf } from '../../options/profiles'
import { encodingFor, signatureHeaderNames } from '../../service/webhooks/scheme'
import { verifyWebhook, WebhookError } from '../../service/webhooks/signature'
import { bytesOf, Failure, type Given, optionText, readOptions, secondsOf, wrong } from '../command-line'
import { printResult } from '../terminal'

/** Verifies the signature of a body against its headers, and prints why it fails. */
export const verify = async (given: Given): Promise<void> => {
  const { secrets, headerPrefix, secretEncoding } = agreementOf(given)
  const timestamp = claimOf(given, 'timestamp', headerPrefix)
  const signature = claimOf(given, 'signature', headerPrefix)
  const toleranceSeconds = secondsOf(given, 'tolerance')
  const now = nowOf(given)
  const body = await bytesOf(given.words?.[0] ?? '-')
  try {
    const { id, key } = verifyWebhook({
      body,
      timestamp,
      signature,
      secret: secrets,
      headerPrefix,
      secretEncoding,
      toleranceSeconds,
      now,
    })
    printResult(given, { verified: true, event: { id, key } }, () => `verified: ${id} ${key}\n`)
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
    const { code, message } = error
    if (given.flags.json !== true) throw new Failure(`not verified (${code}): ${message}`)
    process.stdout.write(`${JSON.stringify({ verified: false, code, message })}\n`)
    process.exitCode = 1
  }
}

const claimOf = (given: Given, name: 'timestamp' | 'signature', headerPrefix: string): string => {
  const value = optionText(given, name)
  if (value !== undefined) return value
  throw wrong(`--${name} is missing: the value of ${signatureHeaderNames(headerPrefix)[name]}`)
}

const nowOf = (given: Given): number | undefined => {
  const text = optionText(given, 'now')
  if (text === undefined) return undefined
  const time = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : parseTime(text)
  if (time === null)
    throw wrong(`--now must be a time such as 2026-01-15T09:00:00Z or 1768467600, not "${text}"`)
  return time
}

/** What the sender and the receiver of webhooks have agreed on. The commands about webhooks read it in the same way. */
export type SigningAgreement = ReturnType<typeof agreementOf>

/** The environment variable in which `exec` passes the secret to its command. */
export const secretVariable = 'PAYMENT_SANDBOX_WEBHOOK_SECRET'

/** @throws SandboxError `invalid_option` */
export const headerPrefixOf = (given: Given, byDefault: string = defaults.headerPrefix): string => {
  const { headerPrefix } = sandboxOptions().shape
  return readOptions(z.strictObject({ headerPrefix }), given).headerPrefix ?? byDefault
}

/**
 * A profile decides the header prefix, and a prefix the encoding, unless they are given.
 * @param usual the secret where none is given. Default: none, which is refused
 * @throws SandboxError `invalid_option`
 */
export const agreementOf = (given: Given, usual = '') => {
  const { profile: check } = sandboxOptions().shape
  const chosen = readOptions(z.strictObject({ profile: check }), given).profile
  const headerPrefix = headerPrefixOf(given, profileOf(chosen ?? 'spec').headerPrefix)
  const profile: ProfileName = chosen ?? (encodingFor(headerPrefix) === 'base64' ? 'omise' : 'spec')
  const named = optionText(given, 'secret') ?? (given.env[secretVariable] || usual)
  const secrets: readonly string[] = named.split(',')
  if (secrets.includes('')) throw wrong(`--secret is missing; or set ${secretVariable}`)
  const secretEncoding = optionText(given, 'secretEncoding') ?? encodingFor(headerPrefix)
  if (secretEncoding !== 'utf8' && secretEncoding !== 'base64')
    throw wrong(`--secret-encoding must be utf8 or base64, not "${secretEncoding}"`)
  const old = optionText(given, 'oldSecret')
  for (const secret of old === undefined ? secrets : [...secrets, old])
    if (secretEncoding === 'base64' && !isBase64(secret))
      throw wrong('the secret is not base64: give the one of the service, or --secret-encoding utf8')
  return { secrets, headerPrefix, secretEncoding, profile } as const
}
