/**
 * payment-sandbox/register: for `node --import` and `node --require`. Calls of the process to the hosts of
 * PAYMENT_SANDBOX_INTERCEPT reach the running sandbox at PAYMENT_SANDBOX_URL and PAYMENT_SANDBOX_VAULT_URL.
 */

import { errorMessage } from '../../kernel/sandbox-error'
import { tryHosts } from '../../options/hosts'
import type { InterceptedCall, Receiver } from '../../sandbox/call'
import { forwardTo, type ServerAddresses } from './forward'
import { interceptFor } from './interception'

const names = {
  hosts: 'PAYMENT_SANDBOX_INTERCEPT',
  api: 'PAYMENT_SANDBOX_URL',
  vault: 'PAYMENT_SANDBOX_VAULT_URL',
} as const

/** Ends the process before its code could call the real service. */
const giveUp = (problem: string): never => {
  process.stderr.write(`payment-sandbox/register: ${problem}\n`)
  process.exit(1)
}

const addressIn = (name: string): URL => {
  const text = process.env[name] ?? ''
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return new URL(text)
  const problem = text === '' ? 'is not set' : `is ${JSON.stringify(text)}, which is not an http or https URL`
  return giveUp(
    `${name} ${problem}: give it the address that payment-sandbox serve prints, or use payment-sandbox exec`,
  )
}

const hostsIn = (name: string): string => {
  const text = process.env[name] ?? ''
  const result = tryHosts(text)
  return 'message' in result
    ? giveUp(`${name} ${text === '' ? 'is not set: it ' : ''}${result.message}`)
    : text
}

/** A receiver that first makes sure that there is a sandbox. */
const waitingFor = (isThere: Promise<void>, receiver: Receiver): Receiver => ({
  receive: async (call) => {
    await isThere
    return receiver.receive(call)
  },
})

const makeSure = async (receiver: Receiver, { api }: ServerAddresses): Promise<void> => {
  const request = new Request(new URL('/', api), { headers: { accept: 'application/json' } })
  const call: InterceptedCall = { request, server: 'api', body: null }
  try {
    const answer: unknown = await (await receiver.receive(call)).json()
    if (typeof answer === 'object' && answer !== null && 'object' in answer) return
    giveUp(`${api.origin} (${names.api}) is no payment sandbox`)
  } catch (error) {
    giveUp(
      `no sandbox answers at ${api.origin} (${names.api}): ${errorMessage(error)}. Start one with payment-sandbox serve`,
    )
  }
}

const register = (): void => {
  const hosts = hostsIn(names.hosts)
  const servers = { api: addressIn(names.api), vault: addressIn(names.vault) }
  const receiver = forwardTo(servers)
  interceptFor(waitingFor(makeSure(receiver, servers), receiver), hosts)
}

register()
