import { CommanderError } from 'commander'
import { errorMessage, SandboxError } from '../kernel/sandbox-error'
import { Failure } from './given'

/** Exit statuses; 0 is success. */
const exitCodes = { failed: 1, wrongUse: 2 } as const

const wrongUses: ReadonlySet<string> = new Set(['invalid_option', 'invalid_fixture'])

/** Prints what a command threw to the standard error and sets the exit status. */
export const report = (error: unknown): void => {
  if (error instanceof CommanderError && error.exitCode === 0) return
  const wrongUse =
    error instanceof CommanderError || (error instanceof SandboxError && wrongUses.has(error.code))
  process.exitCode = wrongUse
    ? exitCodes.wrongUse
    : error instanceof Failure
      ? error.status
      : exitCodes.failed
  for (const line of linesOf(error)) process.stderr.write(`payment-sandbox: ${line}\n`)
  if (debugging() && error instanceof Error) process.stderr.write(`${error.stack}\n`)
}

const debugging = (): boolean => (process.env.DEBUG ?? '').split(/[\s,]+/).includes('payment-sandbox')

/** One line for each problem. */
const linesOf = (error: unknown): string[] => {
  const message = errorMessage(error)
  if (error instanceof CommanderError) return [message.replace(/^error: /, '')]
  if (error instanceof Failure) return [message]
  if (error instanceof SandboxError)
    return error.code === 'port_taken' ? [portLine(error)] : message.split('\n')
  return [`${message.split('\n')[0]} (a bug in payment-sandbox; DEBUG=payment-sandbox shows the stack)`]
}

/** With the flag of the server that has no port. */
const portLine = ({ message, issues: [issue] }: SandboxError): string =>
  `${message}; for example: payment-sandbox ${issue?.path === 'vaultPort' ? '--vault-port' : '--port'} 0`
