/** What an account of a worker finds again: after a kill, in another version, after much was written, damaged, from elsewhere. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { version } from '../../package.json'
import { type Charge, createSandbox } from '../../src/index'
import { stateVersion } from '../../src/sandbox/snapshots/version'
import { patience } from '../support/arbitraries'
import { auditBooks } from '../support/auditor'
import { makeClient } from '../support/client'
import { temporaryFolder } from '../support/folder'
import { openSink } from '../support/sink'
import { type Team, teamAt, token } from '../support/team-at'
import { bundleWorker, startTeam, teamOfFile } from './team'

/** For tests in which the runtime goes on; each has accounts of its own. */
const open = teamOfFile({}, { isOpen: true })

const serve = fileURLToPath(new URL('serve.mjs', import.meta.url))

/** In a process group of its own, so that the runtime dies with it. */
const startProcess = async (script: string, folder: string) => {
  const file = join(temporaryFolder(), 'worker.js')
  writeFileSync(file, script)
  const process_ = spawn(process.execPath, [serve, file, folder, token], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const kill = async () => {
    if (process_.exitCode !== null || process_.signalCode !== null) return
    const ended = once(process_, 'exit')
    process.kill(-Number(process_.pid), 'SIGKILL')
    await ended
  }
  onTestFinished(kill)
  const [url] = await once(createInterface(process_.stdout), 'line')
  return { team: teamAt(String(url)), kill }
}

const startAgain = async (script: string, folder: string): Promise<Team> => {
  const team = await startTeam({ script, folder })
  onTestFinished(() => team.stop())
  return team
}

/** The whole state of an account; its books must balance. */
const stateIn = async (team: Pick<Team, 'control'>, name: string) => {
  const state = await (await team.control(name, 'GET', '/state')).text()
  expect(auditBooks(state)).toEqual([])
  return JSON.parse(state)
}

test('a kill while 20 clients write loses nothing that was answered, and owed webhooks are delivered', async () => {
  const script = await bundleWorker({ allowPrivateWebhooks: true })
  const [folder, sink] = [temporaryFolder(), await openSink()]
  const { team, kill } = await startProcess(script, folder)
  const client = makeClient(team.account('shop'))
  const { id: customer } = await client.customer()
  await client.patch('/account', { webhook_uri: sink.url })
  const answered: string[] = []
  const write = async (): Promise<void> => {
    for (;;) {
      const charge = await client.charge({ customer })
      answered.push(charge.id)
    }
  }
  const writers = Array.from({ length: 20 }, write)
  const ended = Promise.allSettled(writers)
  await expect.poll(() => answered.length, { timeout: patience }).toBeGreaterThan(100)
  await kill()
  await ended

  const again = await startAgain(script, folder)
  const { worlds } = await stateIn(again, 'shop')
  const charges: readonly { id: string }[] = worlds['acct_sandbox/test'].charges
  expect(answered.filter((id) => !charges.some((charge) => charge.id === id))).toEqual([])
  const delivered = () => new Set(sink.received.map(({ event }) => event.data.id))
  await expect.poll(() => charges.filter(({ id }) => !delivered().has(id)), { timeout: patience }).toEqual([])
}, 300_000)

test('another version of the package takes what is stored, also a snapshot, and goes on with it', async () => {
  const [script, folder] = [await bundleWorker(), temporaryFolder()]
  const older = await startTeam({ script: script.replaceAll(`"${version}"`, '"0.0.1"'), folder })
  const charge = await makeClient(older.account('shop')).charge()
  const before = await stateIn(older, 'shop')
  const taken = await (await older.control('shop', 'POST', '/snapshots', { name: 'one charge' })).json()
  await makeClient(older.account('shop')).charge()
  await older.stop()
  const newer = await startAgain(script, folder)
  expect((await stateIn(newer, 'shop')).worlds['acct_sandbox/test'].charges).toHaveLength(2)
  expect(await (await newer.control('shop', 'GET', '/snapshots')).json()).toEqual({ data: [taken] })
  await newer.control('shop', 'POST', `/snapshots/${taken.id}/restore`)
  expect((await stateIn(newer, 'shop')).worlds).toEqual(before.worlds)
  const { body } = await makeClient(newer.account('shop')).get<Charge>(`/charges/${charge.id}`)
  expect(body.amount).toBe(charge.amount)
}, 300_000)

test('rows that cannot be read are answered with the reason and the way out, and can be deleted', async () => {
  const team = open()
  const client = makeClient(team.account('damaged'))
  for (const [statement, reason] of [
    [
      `UPDATE facts SET value = json_set(value, '$.format', 2, '$.version', '9.0.0') WHERE name = 'own'`,
      `version 9.0.0 of payment-sandbox wrote it in version 2 of the format, this one reads version ${stateVersion}`,
    ],
    [`UPDATE facts SET value = 'damaged' WHERE name = 'own'`, '.* is not valid JSON'],
    ["UPDATE texts SET text = '{'", '.* in JSON at position 1.*'],
    ['DELETE FROM texts', 'its rows are incomplete'],
  ]) {
    await client.get('/account')
    await team.look('damaged', statement ?? '')
    await team.evict('damaged')
    const text =
      `^what is stored of the account damaged cannot be used: ${reason}; deploy the version that wrote it, ` +
      'or delete it with DELETE /_sandbox/state\\?account=damaged$'
    const { status, body } = await client.get<{ code: string; message: string }>('/account')
    expect([status, body.code, body.message]).toEqual([500, 'internal_error', expect.stringMatching(text)])
    const shown = await team.control('damaged', 'GET', '/clock')
    expect([shown.status, (await shown.json()).error.message]).toEqual([500, expect.stringMatching(text)])
    expect(await (await team.control('damaged', 'DELETE', '/state')).json()).toEqual({ forgotten: true })
    expect((await client.get('/account')).status).toBe(200)
  }
}, 300_000)

test('a snapshot whose rows cannot be read is refused with the reason and the way out', async () => {
  const team = open()
  const take = async () => (await team.control('shots', 'POST', '/snapshots')).json()
  for (const [statement, reason] of [
    ["UPDATE texts SET text = '{'", '.* in JSON at position 1.*'],
    ['DELETE FROM texts', 'its rows are incomplete'],
  ]) {
    const { id } = await take()
    await team.look('shots', `${statement} WHERE number >= ${2 ** 32}`)
    const answer = await team.control('shots', 'POST', `/snapshots/${id}/restore`)
    expect([answer.status, (await answer.json()).error.message]).toEqual([
      422,
      expect.stringMatching(
        `^what is stored of the snapshot ${id} cannot be used: ${reason}; delete it with DELETE /_sandbox/snapshots/${id}$`,
      ),
    ])
    expect((await team.control('shots', 'DELETE', `/snapshots/${id}`)).status).toBe(200)
  }
  const { id } = await take()
  expect((await team.control('shots', 'POST', `/snapshots/${id}/restore`)).status).toBe(200)
}, 300_000)

test('a state of another account opens with the keys of its new name, also after a restart and a reset', async () => {
  const team = open()
  const source = makeClient(team.account('source'))
  const charge = await source.charge()
  await team.control('source', 'PATCH', '/accounts/acct_sandbox', { keys: { pkey_source: 'expired' } })
  const state = await stateIn(team, 'source')
  expect((await team.control('copy', 'PUT', '/state', state)).status).toBe(200)
  const copy = makeClient(team.account('copy'))
  for (const wait of [() => Promise.resolve(), () => team.evict('copy')]) {
    await wait()
    expect((await copy.get(`/charges/${charge.id}`)).status).toBe(200)
    expect((await copy.get('/account', {}, { key: 'skey_copy' })).status).toBe(200)
    const { data } = await (await team.control('copy', 'GET', '/accounts')).json()
    expect(data[0].key_states).toEqual({
      pkey_test_copy: 'active',
      skey_test_copy: 'active',
      pkey_copy: 'expired',
      skey_copy: 'active',
    })
  }
  expect((await source.get(`/charges/${charge.id}`)).status).toBe(200)
  expect((await team.control('copy', 'POST', '/reset')).status).toBe(200)
  expect((await copy.get(`/charges/${charge.id}`)).status).toBe(404)
}, 300_000)

test('a state with another account that has the keys of the name is refused, and changes nothing', async () => {
  const team = open()
  const client = makeClient(team.account('taken'))
  const charge = await client.charge()
  const keys = {
    test: { public: 'pkey_test_taken', secret: 'skey_test_taken' },
    live: { public: 'pkey_taken', secret: 'skey_taken' },
  }
  const elsewhere = createSandbox({ accounts: [{ keys }] })
  const answer = await team.control('taken', 'PUT', '/state', elsewhere.snapshot())
  await elsewhere.close()
  expect([answer.status, (await answer.json()).error.message]).toEqual([
    422,
    expect.stringMatching(/an account besides acct_sandbox has the key .*: this account has it here/),
  ])
  expect((await client.get(`/charges/${charge.id}`)).status).toBe(200)
})

test('what is out of date is removed from the storage, and a state that is deleted is gone', async () => {
  const [script, folder] = [await bundleWorker(), temporaryFolder()]
  const team = await startTeam({ script, folder })
  const client = makeClient(team.account('shop'))
  await client.charge()
  const fault = { path: '/forex/xyz', respond: { status: 503, body: 'x'.repeat(50_000) } }
  for (let i = 0; i < 7; i += 1) {
    const added = await Promise.all(
      Array.from({ length: 10 }, () => team.control('shop', 'POST', '/faults', fault)),
    )
    expect(added.map(({ status }) => status)).toEqual(added.map(() => 200))
    expect((await team.control('shop', 'DELETE', '/faults')).status).toBe(200)
  }
  const before = await stateIn(team, 'shop')
  await team.stop()
  const stored = join(folder, '-SandboxObject')
  const databases = readdirSync(stored).filter((name) => name.endsWith('.sqlite'))
  const sizes = databases.map((name) => statSync(join(stored, name)).size)
  // Written were 3.5 MB.
  expect(Math.max(...sizes)).toBeLessThan(2_500_000)

  const again = await startAgain(script, folder)
  expect(await stateIn(again, 'shop')).toEqual(before)
  expect(await (await again.control('shop', 'DELETE', '/state')).json()).toEqual({ forgotten: true })
  const { body } = await makeClient(again.account('shop')).get<{ total: number }>('/charges')
  expect(body.total).toBe(0)
}, 300_000)
