/** Sandboxes whose state is in a file of a test's own. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { createSandbox } from '../../src/create-sandbox'
import { keepInFile } from '../../src/node/state/keep'
import { heading, nextLine } from '../../src/node/state/lines'
import { type Client, makeClient } from './client'
import { temporaryFolder } from './folder'
import { auditSandbox, start, stateOf } from './set-up'

export const newFile = (): string => join(temporaryFolder(), 'shop.state')

export const shop = () => createSandbox({ now: start, freeze: true, randomSeed: 'test' })
export const troubleIsNone = (error: unknown): never => {
  throw error
}
export const openFile = (file: string) => {
  const sandbox = shop()
  const inFile = keepInFile(sandbox, file, {}, troubleIsNone)
  return { sandbox, client: makeClient(sandbox), ...inFile }
}

/** What a new process makes of the file. It closes it again. */
export const stateIn = async (file: string): Promise<string> => {
  const { sandbox, close, resumed } = openFile(file)
  expect(resumed).toBe(true)
  auditSandbox(sandbox)
  const state = stateOf(sandbox)
  await close()
  return state
}

export const busyDay = async (client: Client): Promise<void> => {
  const charge = await client.charge({ metadata: { note: 'with "quotes", ünïcode and \u2028 lines\n' } })
  await client.refund(charge.id, { amount: 100 })
  await client.authorized()
  await client.customer({ email: 'somchai@example.com' })
}

/** A whole file of these lines, each with its end: the heading and the others. */
export const linesOf = (texts: readonly string[], first = heading()): readonly Buffer[] => {
  let sum = 0
  return [first, ...texts].map((text) => {
    const next = nextLine(text, sum)
    sum = next.sum
    return next.line
  })
}

/** The last line of a state that is built from nothing. */
export const clockLine =
  '{"jobs":{"planned":0,"added":[],"gone":[]},"clock":{"offset":0,"frozenAt":1},"ids":0}'
