/**
 * A command inside this process: the same program, with an environment and streams of its own. It costs a hundredth
 * of a process; what only a process can show (signals, its end, its servers) is shown with those of command.ts.
 */
import { Readable, Writable } from 'node:stream'
import { expect } from 'vitest'
import { report, runWords } from '../../src/cli/program'
import { type Ended, plainEnv } from './command'

class Written extends Writable {
  text = ''

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}

/** Gives the process other properties, and returns how to give it its own again. */
const exchange = (others: Readonly<Record<string, unknown>>): (() => void) => {
  const own = Object.keys(others).map(
    (name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const,
  )
  for (const [name, value] of Object.entries(others))
    Object.defineProperty(process, name, { value, configurable: true, writable: true })
  return () => {
    for (const [name, descriptor] of own)
      if (descriptor === undefined) Reflect.deleteProperty(process, name)
      else Object.defineProperty(process, name, descriptor)
  }
}

const runOne = async (args: readonly string[], env: NodeJS.ProcessEnv, input: string): Promise<Ended> => {
  const stdout = new Written()
  const stderr = new Written()
  const stdin = Readable.from([Buffer.from(input)])
  const restore = exchange({ stdout, stderr, stdin, env: { ...plainEnv(), ...env } })
  process.exitCode = undefined
  try {
    await runWords(args).catch(report)
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text, stderr: stderr.text }
  } finally {
    process.exitCode = undefined
    restore()
  }
}

let before: Promise<unknown> = Promise.resolve()

/** `payment-sandbox <args>`; one after the other, as they share the process. For commands that end by themselves. */
export const inside = (args: readonly string[], env: NodeJS.ProcessEnv = {}, input = ''): Promise<Ended> => {
  const ended = before.then(() => runOne(args, env, input))
  before = ended
  return ended
}

/** It ends with this status, and says why in one line on the standard error; nothing on the output. */
export const expectRefusal = async (
  args: readonly string[],
  status: 1 | 2,
  why: string | RegExp,
  env?: NodeJS.ProcessEnv,
): Promise<void> => {
  const { code, stdout, stderr } = await inside(args, env)
  expect({ code, stdout }).toEqual({ code: status, stdout: '' })
  const [, said = expect.fail(stderr)] = /^payment-sandbox: ([^\n]+)\n$/.exec(stderr) ?? []
  if (typeof why === 'string') expect(said).toBe(why)
  else expect(said).toMatch(why)
}
