import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { once } from '../kernel/json'
import { errorMessage, SandboxError } from '../kernel/sandbox-error'
import { sandboxOptions } from '../options/config'
import type { SecretEncoding } from '../service/webhooks/scheme'
import { type Given, readOptions } from './given'

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

/** The value of an option that takes one. */
export const optionText = ({ flags }: Given, name: string): string | undefined => {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

/** `undefined` when it was not given. */
export const secondsOf = (given: Given, name: string): number | undefined => {
  const text = optionText(given, name)
  if (text === undefined) return undefined
  if (!/^\d{1,9}(?:\.\d+)?$/.test(text)) throw wrong(`--${name} must be a number of seconds, not "${text}"`)
  return Number(text)
}

/** The content of a file, or of the standard input for `-`. */
export const bytesOf = async (file: string, option = ''): Promise<Uint8Array> => {
  try {
    return file === '-' ? await readAll(process.stdin) : readFileSync(file)
  } catch (error) {
    throw wrong(`cannot read ${option}${file === '-' ? 'the standard input' : file}: ${reasonOf(error)}`)
  }
}

const readAll = async (input: NodeJS.ReadStream): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of input) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const reasonOf = (error: unknown): string => errorMessage(error).replace(/, \w+(?: '.*')?$/, '')

export const wrong = (message: string): SandboxError => new SandboxError('invalid_option', message)
