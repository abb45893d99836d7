import { CommanderError } from 'commander'
import { SandboxError } from '../kernel/sandbox-error'
import { Failure } from './failure'

/** What the shell is told; 0 is an end that was asked for. */
const exitCodes = { failed: 1, wrongUse: 2 } as const

const wrongUses: ReadonlySet<string> = new Set(['invalid_option', 'invalid_fixture'])

/** Says what a command threw, on the standard error, and sets the exit status. */
export const report = (error: unknown): void => {
  if (error instanceof CommanderError && error.exitCode === 0) return
  const wrongUse =
    error instanceof CommanderError || (error instanceof SandboxError && wrongUses.has(error.code))
  process.exitCode = wrongUse ? exitCodes.wrongUse : exitCodes.failed
  for (const line of linesOf(error)) process.stderr.write(`payment-sandbox: ${line}\n`)
  if (debugging() && error instanceof Error) process.stderr.write(`${error.stack}\n`)
}

const debugging = (): boolean => (process.env.DEBUG ?? '').split(/[\s,]+/).includes('payment-sandbox')

/** One line for each thing that is wrong. */
const linesOf = (error: unknown): string[] => {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof CommanderError) return [usageLine(message)]
  if (error instanceof Failure) return [message]
  if (error instanceof SandboxError)
    return error.code === 'port_taken'
      ? [`${message}; for example: payment-sandbox --port 0`]
      : message.split('\n')
  return [`${message.split('\n')[0]} (a fault of payment-sandbox; DEBUG=payment-sandbox shows where)`]
}

/** Commander says `error: …`, and on a line of its own what was probably meant. */
const usageLine = (message: string): string => {
  const [said = '', meant] = message.replace(/^error: /, '').split('\n')
  return meant === undefined
    ? said
    : `${said}: did you mean ${meant.replace(/^\(Did you mean (?:one of )?|\?\)$/g, '')}?`
}
