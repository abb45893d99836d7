/** Sandboxes whose state is in a file of a test's own. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { createKeepable } from '../../src/create-sandbox'
import { keepInFile } from '../../src/node/state/keep'
import { heading, Lines, type LogEnd, markLine } from '../../src/node/state/lines'
import { type Client, makeClient } from './client'
import { temporaryFolder } from './folder'
import { auditSandbox, start, stateOf } from './set-up'

export const newFile = (): string => join(temporaryFolder(), 'shop.state')

export const shop = () => createKeepable({ now: start, freeze: true, randomSeed: 'test' })
export const troubleIsNone = (error: Error): never => {
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

/** A whole file of these lines, each with its end: heading, end mark and the others. `end`: what its mark says instead. */
export const linesOf = (
  texts: readonly string[],
  first = heading(),
  end: Partial<LogEnd> = {},
): readonly Buffer[] => {
  const lines = new Lines()
  const top = Buffer.from(lines.next(first))
  const topSum = lines.sum
  const rest = texts.map((text) => Buffer.from(lines.next(text)))
  const found = { bytes: 0, changes: rest.length, sum: lines.sum }
  const bytes = Buffer.concat([top, markLine(found, topSum), ...rest]).length
  return [top, Buffer.from(markLine({ ...found, bytes, ...end }, topSum)), ...rest]
}
