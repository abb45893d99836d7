import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox } from '../../../src/create-sandbox'
import { keepInFile } from '../../../src/node/state/keep'
import { repair } from '../../../src/node/state/repair'
import { stateVersion } from '../../../src/sandbox/snapshots/version'
import { temporaryFolder } from '../../support/folder'
import {
  busyDay,
  clockLine,
  linesOf,
  newFile,
  openFile,
  shop,
  troubleIsNone,
} from '../../support/state-files'

describe('a file that cannot be used is refused, named and left as it was', () => {
  const fileOf = (heading: object): string =>
    Buffer.concat(linesOf([clockLine], JSON.stringify(heading))).toString()
  const whole = async (): Promise<string> => {
    const file = newFile()
    const { client, close } = openFile(file)
    await busyDay(client)
    await close()
    return readFileSync(file, 'utf8')
  }
  const flipped = (text: string): string => {
    const middle = text.indexOf('\n') + 20
    return `${text.slice(0, middle)}~${text.slice(middle + 1)}`
  }
  const notOurs = /it is not a state file of payment-sandbox; nothing was changed: take another file, or move/
  const cases: [name: string, make: () => Promise<string> | string, why: RegExp][] = [
    ['a picture', () => `\u0089PNG\r\n\u001a\n${'\0'.repeat(5000)}`, notOurs],
    ['a long film', () => '\0'.repeat(3_000_000), notOurs],
    ['a snapshot', () => JSON.stringify(shop()), notOurs],
    ['notes of a person', () => 'milk\nbread\n', notOurs],
    ['an empty line', () => '\n', notOurs],
    ['one of another program', () => fileOf({ format: 'other', version: stateVersion }), notOurs],
    ['one without a version', () => fileOf({ format: 'payment-sandbox state' }), /it has no version/],
    ['one of a list', () => fileOf([]), notOurs],
    [
      'one of an earlier version of the format',
      () => fileOf({ format: 'payment-sandbox state', version: stateVersion - 1 }),
      new RegExp(
        `it has version ${stateVersion - 1} of the format, and this payment-sandbox reads version ${stateVersion}: use it with the payment-sandbox that saved it`,
      ),
    ],
    [
      'one of a later version of the format',
      () => fileOf({ format: 'payment-sandbox state', version: stateVersion + 1 }),
      new RegExp(`it has version ${stateVersion + 1} of the format`),
    ],
    [
      'one that lost a line',
      async () => (await whole()).replace(/\n[^\n]*"\/accounts"[^\n]*/, ''),
      /line 2 is damaged, and no whole state is left in it/,
    ],
    [
      'one with a letter changed',
      async () => flipped(await whole()),
      /line 2 is damaged, and no whole state is left in it; a state cannot be edited; write a fixture for/,
    ],
    ['one cut at its beginning', async () => (await whole()).slice(40), notOurs],
  ]
  test.each(cases)('%s', async (_, make, why) => {
    const file = newFile()
    const text = await make()
    writeFileSync(file, text, { mode: 0o644 })
    const looks = () => {
      const { ino, mode, mtimeMs } = statSync(file)
      return { ino, mode, mtimeMs }
    }
    const before = looks()
    expect(() => openFile(file)).toThrow(
      expect.objectContaining({ code: 'invalid_option', message: expect.stringMatching(why) }),
    )
    if (why === notOurs) expect(() => repair(file)).toThrow(notOurs)
    expect(() => openFile(file)).toThrow(`--state ${file}: `)
    expect(() => openFile(file)).toThrow('nothing was changed: take another file, or move this one away')
    expect([readFileSync(file, 'utf8'), looks()]).toEqual([text, before])
    expect(readdirSync(join(file, '..'))).toEqual(['shop.state'])
  })

  test('a folder, a device, or where there is no folder', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'sub'))
    expect(() => openFile(join(folder, 'sub'))).toThrow('it is not a file')
    expect(() => openFile(join(folder, 'none', 'shop.state'))).toThrow(
      /there is no folder .*none; nothing was changed: make that folder, or take another file$/,
    )
    if (process.platform !== 'win32') expect(() => openFile('/dev/null')).toThrow('it is not a file')
  })

  test.each([
    [{ secretKey: 'skey_test_other' }, 'its secret test key is not the one of --secret-key'],
    [{ webhookSecret: 'whsec_other' }, 'no webhook secret of it is the one of --webhook-secret'],
  ])('one without %j, which was asked for', async (chosen, why) => {
    const file = newFile()
    await openFile(file).close()
    const text = readFileSync(file, 'utf8')
    const sandbox = createSandbox(chosen)
    expect(() => keepInFile(sandbox, file, chosen, troubleIsNone)).toThrow(why)
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(existsSync(`${file}.lock`)).toBe(false)
  })
})
