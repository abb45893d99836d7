import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox } from '../../../src/create-sandbox'
import { keepInFile } from '../../../src/node/state/keep'
import { StateFile } from '../../../src/node/state/state-file'
import { makeClient } from '../../support/client'
import { day, stateOf } from '../../support/set-up'
import { busyDay, newFile, openFile, shop, stateIn, troubleIsNone } from '../../support/state-files'

describe('the file', () => {
  test('restores everything, any number of times', async () => {
    const file = newFile()
    const first = openFile(file)
    expect(first.resumed).toBe(false)
    await busyDay(first.client)
    await first.sandbox.clock.advance('2d')
    await first.close()
    expect(await stateIn(file)).toBe(stateOf(first.sandbox))
    expect(await stateIn(file)).toBe(stateOf(first.sandbox))
  })

  test('is whole after every answer: nothing has to be closed', async () => {
    const file = newFile()
    const { sandbox, client, release } = openFile(file)
    for (let i = 0; i < 5; i += 1) {
      await busyDay(client)
      const copy = newFile()
      writeFileSync(copy, readFileSync(file))
      expect(await stateIn(copy)).toBe(stateOf(sandbox))
    }
    release()
  })

  test.runIf(process.platform !== 'win32')('is for its owner alone, even where it was not', async () => {
    const file = newFile()
    writeFileSync(file, '')
    chmodSync(file, 0o644)
    const { client, close } = openFile(file)
    await busyDay(client)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await close()
  })

  test('holds no card number and no security code', async () => {
    const file = newFile()
    const { client, close } = openFile(file)
    const card = {
      number: '5555555555554444',
      security_code: '987',
      name: 'SOMCHAI',
      expiration_month: 12,
      expiration_year: 2040,
    }
    const headers = { 'idempotency-key': 'k' }
    await client.post('/tokens', { card }, { key: 'public', host: 'vault', headers })
    await client.post(
      '/tokens',
      { card: { ...card, number: '5555 5555 5555 4445' } },
      { key: 'public', host: 'vault', headers: { 'idempotency-key': 'k2' } },
    )
    await close()
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('"SOMCHAI"')
    expect(text).not.toMatch(/55555555|5555 5555|\b987\b/)
  })

  test('may be a symbolic link, and stays one', async () => {
    const file = newFile()
    writeFileSync(file, '')
    const link = newFile()
    symlinkSync(file, link)
    const { client, close } = openFile(link)
    await client.customer()
    await close()
    expect(statSync(file).size).toBeGreaterThan(0)
    expect(await stateIn(link)).toBe(await stateIn(file))
  })

  test('keeps a reset and a restore too', async () => {
    const file = newFile()
    const { sandbox, client, close } = openFile(file)
    await client.charge()
    const saved = sandbox.snapshot()
    await client.charge()
    sandbox.restore(saved)
    await client.customer()
    const state = stateOf(sandbox)
    await close()
    expect(await stateIn(file)).toBe(state)
    const again = openFile(file)
    again.sandbox.reset()
    await again.close()
    expect(JSON.parse(await stateIn(file)).worlds).toEqual({})
  })
})

test('jobs that fall due without a process run in the next one, whose clock has moved on', async () => {
  const file = newFile()
  const before = createSandbox()
  const { id } = await makeClient(before).authorized()
  const snapshot = before.snapshot()
  const stateFile = new StateFile(file)
  // As it would be read eight days later: that far behind.
  stateFile.replace({ ...snapshot, clock: { offset: snapshot.clock.offset + 8 * day, frozenAt: null } })
  await stateFile.close()
  const sandbox = createSandbox()
  const { close } = keepInFile(sandbox, file, {}, troubleIsNone)
  expect(await makeClient(sandbox).get(`/charges/${id}`)).toMatchObject({ body: { status: 'expired' } })
  const earlier = before.clock.now().getTime()
  expect(sandbox.clock.now().getTime()).toBeGreaterThanOrEqual(earlier + 8 * day)
  await close()
})

describe('a process that was killed', () => {
  test('in the middle of a write: only the unfinished change is lost', async () => {
    const file = newFile()
    const { sandbox, client, close } = openFile(file)
    await client.customer()
    const before = stateOf(sandbox)
    const answered = readFileSync(file)
    await client.token()
    const after = stateOf(sandbox)
    await close()
    const begun = readFileSync(file).subarray(answered.length)
    for (const bytes of [0, 1, 9, begun.length >> 1, begun.length - 1, begun.length]) {
      const copy = newFile()
      writeFileSync(copy, Buffer.concat([answered, begun.subarray(0, bytes)]))
      expect(await stateIn(copy)).toBe(bytes === begun.length ? after : before)
      expect(readFileSync(copy, 'utf8')).toMatch(/\n$/)
    }
  })
})

test('an empty file is a new one: so mktemp and touch can make it', async () => {
  const file = newFile()
  writeFileSync(file, '')
  const { client, close, resumed } = openFile(file)
  expect(resumed).toBe(false)
  await client.charge()
  await close()
  expect(JSON.parse(await stateIn(file)).worlds['acct_sandbox/test'].charges).toHaveLength(1)
})

test('obsolete lines are removed while requests are answered, and changes from the meantime are kept', async () => {
  const file = newFile()
  const sandbox = shop()
  const stateFile = new StateFile(file, { leastBytes: 20_000, onTrouble: troubleIsNone })
  sandbox.host.saveState(stateFile)
  const client = makeClient(sandbox)
  const { id } = await client.charge({ amount: 1_000_000 })
  let [size, before] = [0, 0]
  // A rewrite runs between requests, as on a server, and waits for the disk: until then the file grows.
  for (let i = 0; i < 150 || size >= before; i += 1) {
    await client.patch(`/charges/${id}`, { description: `${i} ${'x'.repeat(200)}` })
    ;[before, size] = [size, statSync(file).size]
    await new Promise((resolve) => setImmediate(resolve))
  }
  await stateFile.close()
  expect(await stateIn(file)).toBe(stateOf(sandbox))
  expect(readdirSync(join(file, '..'))).toEqual(['shop.state'])
})

describe('a file that is not where it was is noticed before the next change is answered:', () => {
  const disturb: [name: string, disturb: (file: string) => void][] = [
    ['moved away', (file) => renameSync(file, `${file}.elsewhere`)],
    ['deleted', (file) => rmSync(file)],
    [
      'replaced by a copy',
      (file) => {
        copyFileSync(file, `${file}.copy`)
        renameSync(`${file}.copy`, file)
      },
    ],
    ['emptied', (file) => truncateSync(file)],
    ['written to by another', (file) => appendFileSync(file, 'a note\n')],
  ]
  test.each(disturb)('%s', async (_, disturbIt) => {
    const file = newFile()
    const { sandbox, client, release } = openFile(file)
    const { id } = await client.customer()
    disturbIt(file)
    const left = existsSync(file) ? readFileSync(file) : null
    const before = stateOf(sandbox)
    const answer = await client.post('/customers')
    expect([answer.status, answer.body.code]).toEqual([500, 'internal_error'])
    expect(answer.body.message).toMatch(
      /^the state file .* was moved away, deleted or changed by another program/,
    )
    const control = await sandbox.fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' })
    expect([control.status, (await control.json()).error.code]).toEqual([503, 'cannot_write'])
    expect((await client.get(`/customers/${id}`)).status).toBe(200)
    expect(stateOf(sandbox)).toBe(before)
    expect(existsSync(file) ? readFileSync(file) : null).toEqual(left)
    release()
  })

  test('put back as it was, it is kept again', async () => {
    const file = newFile()
    const { sandbox, client, close } = openFile(file)
    renameSync(file, `${file}.elsewhere`)
    expect((await client.post('/customers')).status).toBe(500)
    renameSync(`${file}.elsewhere`, file)
    expect((await client.post('/customers')).status).toBe(200)
    await close()
    expect(await stateIn(file)).toBe(stateOf(sandbox))
  })

  test('a job that falls due in the meantime runs once the file is back', async () => {
    const file = newFile()
    const { sandbox, client, close } = openFile(file)
    const { id } = await client.authorized()
    renameSync(file, `${file}.elsewhere`)
    await expect(sandbox.clock.advance('8d')).rejects.toMatchObject({ code: 'cannot_write' })
    renameSync(`${file}.elsewhere`, file)
    await sandbox.clock.advance('8d')
    expect((await client.get(`/charges/${id}`)).body.status).toBe('expired')
    await close()
  })
})
