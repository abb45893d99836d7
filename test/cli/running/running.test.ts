/** Contract 1: the commands that talk to a running sandbox, and `exec`, which brings one along. */
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { commands } from '../../../src/cli/commands'
import type { SandboxOptions } from '../../../src/index'
import { optionRows } from '../../../src/options/config'
import { temporaryFolder } from '../../support/folder'
import { makeSandbox } from '../../support/set-up'
import { openSink } from '../../support/sink'
import { authorization, cli, command, type Ended, noCall, post, serving, totalOf } from '../command'
import { inside } from '../inside'

const open = async (options: SandboxOptions = {}) => {
  const { url } = await makeSandbox(options).listen({ port: 0 })
  const ask = (...words: string[]): Promise<Ended> => inside([...words, '--url', url])
  return { url, ask }
}

describe('clock', () => {
  test('shows, moves, freezes and resumes the clock of a running sandbox', async () => {
    const { ask } = await open()
    expect((await ask('clock')).stdout).toBe('2026-01-15T09:00:00.000Z, stopped: it moves only on request\n')
    expect((await ask('clock', 'advance', '1d12h')).stdout).toMatch(/^2026-01-16T21:00:00.000Z, /)
    expect((await ask('clock', 'set', '2026-02-01T00:00:00Z', '--json')).stdout).toBe(
      '{"now":"2026-02-01T00:00:00.000Z","frozen":true}\n',
    )
    expect((await ask('clock', 'resume')).stdout).toMatch(/^2026-02-01T00:00:00.\d{3}Z, runs\n$/)
    expect((await ask('clock', 'freeze')).stdout).toMatch(/, stopped: it moves only on request\n$/)
  })

  test('gives the reason when it cannot move', async () => {
    const { ask } = await open()
    expect(await ask('clock', 'set', '2025-01-01')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^payment-sandbox: [^\n]*2026-01-15[^\n]*\n$/),
    })
    expect(await ask('clock', 'advance', 'a while')).toMatchObject({ code: 2, stdout: '' })
    expect(await ask('clock', 'set', 'a day')).toMatchObject({ code: 2, stdout: '' })
    expect((await ask('clock', 'advance')).code).toBe(2)
  })
})

describe('snapshot', () => {
  test('saves the state into a file and loads it, also into another sandbox', async () => {
    const [one, other] = await Promise.all([open({ fixtures: ['first-sale'] }), open()])
    const file = `${temporaryFolder()}/shop.json`
    expect((await one.ask('snapshot', 'save', file)).stdout).toMatch(
      /^saved \S+: \d+ bytes, the clock shows 2026-01-15T09:00:00.000Z\n$/,
    )
    await other.ask('clock', 'advance', '3d')
    const loaded = await other.ask('snapshot', 'load', file, '--json')
    expect(JSON.parse(loaded.stdout)).toEqual({
      loaded: file,
      bytes: readFileSync(file).length,
      now: '2026-01-15T09:00:00.000Z',
    })
    expect(await totalOf(other.url, '/charges')).toBe(1)
  })

  test('saves the state for its owner alone, and follows no link that was put there', async () => {
    const { ask } = await open()
    const folder = temporaryFolder()
    const [file, other] = [`${folder}/shop.json`, `${folder}/other.txt`]
    writeFileSync(other, 'x')
    symlinkSync(other, file)
    symlinkSync(other, `${file}.${process.pid}.unfinished`)
    for (let i = 0; i < 2; i += 1) {
      expect((await ask('snapshot', 'save', file)).code).toBe(0)
      expect(JSON.parse(readFileSync(file, 'utf8')).format).toBe('payment-sandbox state')
      if (process.platform !== 'win32') expect(lstatSync(file).mode & 0o777).toBe(0o600)
    }
    expect(readFileSync(other, 'utf8')).toBe('x')
    expect(readdirSync(folder).sort()).toEqual(['other.txt', 'shop.json'])
  })

  test('names the problem of a file: a missing file ends with 2, a refused one with 1', async () => {
    const { ask } = await open()
    const folder = temporaryFolder()
    writeFileSync(`${folder}/broken.json`, '{')
    writeFileSync(`${folder}/other.json`, '{"format":99}')
    expect((await ask('snapshot', 'load', `${folder}/none.json`)).code).toBe(2)
    expect((await ask('snapshot', 'load', `${folder}/broken.json`)).stderr).toMatch(/is not JSON: it must be/)
    expect(await ask('snapshot', 'load', `${folder}/other.json`)).toMatchObject({ code: 1, stdout: '' })
    expect((await ask('snapshot', 'save', `${folder}/no/such/folder.json`)).code).toBe(1)
    expect(existsSync(`${folder}/no`)).toBe(false)
  })
})

describe('events', () => {
  test('lists the newest events, the last one at the end, and shows one event in full', async () => {
    const { ask } = await open({ fixtures: ['first-sale'] })
    const { stdout } = await ask('events')
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/\s{2,}/))
    expect(rows).toEqual([
      ['2026-01-15 09:00:00', 'charge.create', expect.stringMatching(/^chrg_test_/), expect.any(String)],
      ['2026-01-15 09:00:00', 'charge.complete', rows[0]?.[2], expect.stringMatching(/^evnt_test_\w+$/)],
    ])
    const id = rows[1]?.[3] ?? ''
    expect(JSON.parse((await ask('events', id)).stdout)).toMatchObject({ object: 'event', id })
    const last = JSON.parse((await ask('events', '--limit', '1', '--json')).stdout)
    expect(last.id).toBe(id)
  })

  test('have their time in an older version of the account, too', async () => {
    const { url, ask } = await open()
    const body = new URLSearchParams({ api_version: '2017-11-02' })
    await fetch(`${url}/account`, { method: 'PATCH', headers: { authorization: authorization() }, body })
    await post(`${url}/customers`, {})
    expect((await ask('events')).stdout).toMatch(/^2026-01-15 09:00:00 {2}customer\.create/)
    expect(JSON.parse((await ask('events', '--json')).stdout)).toHaveProperty('created')
  })

  test('are those of the requested account and mode', async () => {
    const { url, ask } = await open()
    const made = await fetch(`${url}/_sandbox/accounts`, { method: 'POST', body: '{}' })
    const { id } = await made.json()
    await fetch(`${url}/_sandbox/fixtures?account=${id}&livemode=true`, {
      method: 'POST',
      body: '{"name":"first-sale"}',
    })
    expect((await ask('events')).stdout).toBe('')
    expect((await ask('events', '--account', id)).stdout).toBe('')
    expect((await ask('events', '--account', id, '--live')).stdout).toMatch(/charge\.complete/)
    expect((await ask('events', '--account', 'acct_nobody')).stderr).toMatch(
      /there is no account acct_nobody/,
    )
  })

  test('--follow continues with later events, each once, until a signal stops it', async () => {
    const { url } = await open({ fixtures: ['first-sale'] })
    const following = command(['events', '--follow', '--json', '--url', url])
    await following.line(/charge\.complete/)
    await fetch(`${url}/_sandbox/fixtures`, { method: 'POST', body: '{"name":"saved-card"}' })
    await following.line(/customer\.update/)
    following.process.kill('SIGINT')
    const { code, stdout } = await following.ended
    const keys = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).key)
    expect({ code, keys }).toEqual({
      code: 0,
      keys: ['charge.create', 'charge.complete', 'customer.create', 'customer.update'],
    })
  })

  test('--follow shows the answers to webhooks, and ends with the sandbox', async () => {
    const receiver = await openSink()
    const server = await serving(['--webhook', receiver.url, '--fixture', 'first-sale'])
    const following = command(['events', '--follow', '--url', server.url])
    expect(await following.line(/charge\.complete/)).toMatch(/ {2}chrg_test_\w+$/)
    await post(`${server.url}/customers`, {})
    expect(await following.line(/webhooks\.deliver/)).toMatch(
      /^\d\d:\d\d:\d\d {2}webhooks\.deliver {7}customer\.create: 200 from http:\S+$/,
    )
    server.process.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    const { code, stderr } = await following.ended
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('no sandbox answers at') })
  })

  test('resend delivers an event again', async () => {
    const receiver = await openSink()
    const { ask } = await open({ webhook: [receiver.url], fixtures: ['first-sale'] })
    const [id = ''] = (await ask('events')).stdout.match(/evnt_\w+/) ?? []
    expect(await ask('events', 'resend', id)).toMatchObject({ code: 0, stdout: `200  ${receiver.url}\n` })
    expect((await ask('events', 'resend', 'evnt_test_none')).code).toBe(1)
  })
})

describe('exec', () => {
  const node = (script: string): readonly string[] => ['--', process.execPath, '-e', script]

  it('starts a sandbox with options of serve on free ports, tells the command of it, and logs to the standard error', async () => {
    const script = `
      const names = ['URL', 'VAULT_URL', 'PUBLIC_KEY', 'SECRET_KEY', 'WEBHOOK_SECRET']
      const values = names.map((name) => process.env['PAYMENT_SANDBOX_' + name])
      const headers = { authorization: 'Basic ' + btoa(values[3] + ':') }
      fetch(values[0] + '/charges', { headers })
        .then((answer) => answer.json())
        .then(({ total }) => console.log(JSON.stringify([...values, total])))`
    const args = ['--fixture', 'first-sale', '--secret-key', 'skey_test_mine', '--log', 'json']
    const env = { PAYMENT_SANDBOX_PORT: '1' }
    const { code, stdout, stderr } = await command(['exec', ...args, ...node(script)], env).ended
    expect(code).toBe(0)
    const address = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)
    const secret = expect.stringMatching(/^.{16,}$/)
    expect(JSON.parse(stdout)).toEqual([address, address, 'pkey_test_sandbox', 'skey_test_mine', secret, 1])
    const lines = stderr.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(['ready', 'request'])
  })

  it('takes every option of serve', () => {
    const [serve, exec] = ['serve', 'exec'].map((name) => commands.find((one) => one.name === name))
    const own = exec?.own?.map(([flag]) => flag) ?? []
    const flags = Object.values(exec?.options ?? {}).flatMap((names) =>
      names.map((one) => optionRows[one].flag),
    )
    const wanted = Object.values(serve?.options ?? {}).flat()
    expect([...own, ...flags]).toEqual(expect.arrayContaining(wanted.map((one) => optionRows[one].flag)))
  })

  it('serves https that commands in Node trust, keeps the state in a file, and ignores configured ports', async () => {
    const folder = temporaryFolder()
    writeFileSync(`${folder}/shop.yaml`, 'port: 1\nvaultPort: 2\n')
    const script = `const { PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_SECRET_KEY: key } = process.env
      const headers = { authorization: 'Basic ' + btoa(key + ':') }
      fetch(url + '/customers', { method: 'POST', headers })
        .then(() => fetch(url + '/customers', { headers }))
        .then((answer) => answer.json())
        .then(({ total }) => console.log(url.slice(0, 18), total))`
    const args = ['exec', '--tls', '--config', `${folder}/shop.yaml`, ...node(script)]
    const env = { PAYMENT_SANDBOX_STATE: `${folder}/shop.state`, TMPDIR: folder, PAYMENT_SANDBOX_PORT: '1' }
    for (const total of [1, 2])
      expect(await command(args, env).ended).toEqual({
        code: 0,
        stdout: `https://127.0.0.1: ${total}\n`,
        stderr: '',
      })
    expect(readdirSync(folder).filter((name) => name.includes('tls'))).toEqual([])
  })

  it('ends as the command does that a signal has ended', async () => {
    const script = "process.kill(process.pid, 'SIGTERM')"
    expect(await command(['exec', ...node(script)]).ended).toEqual({
      code: 143,
      stdout: '',
      stderr: expect.stringMatching(noCall),
    })
  })

  it('passes signals on, waits until the command ends, and ends with its exit status', async () => {
    const script = `process.on('SIGTERM', () => { console.log('told'); process.exit(3) }); setInterval(() => {}, 1000); console.log('up')`
    const running = command(['exec', ...node(script)])
    await running.line(/^up$/)
    running.process.kill('SIGTERM')
    expect(await running.ended).toEqual({
      code: 3,
      stdout: 'up\ntold\n',
      stderr: expect.stringMatching(noCall),
    })
  })

  it('is found by the other commands, and a sandbox inside does not take its vault for an option', async () => {
    const inside = `const { spawnSync } = require('node:child_process')
      const run = (...args) => spawnSync(process.execPath, ['${cli}', ...args], { encoding: 'utf8' }).stdout
      process.stdout.write(run('clock', '--json'))
      process.stdout.write(run('openapi'))`
    const { stdout } = await command(['exec', '--freeze', ...node(inside)]).ended
    const [clock = '', ...rest] = stdout.split('\n')
    expect(JSON.parse(clock)).toMatchObject({ frozen: true })
    expect(rest.join('\n')).toContain('http://127.0.0.1:4112')
  })

  it('ends with 127 for a command that is not found, with 126 for one that cannot be run, as a shell does', async () => {
    const folder = temporaryFolder()
    writeFileSync(`${folder}/notes.txt`, '')
    const [missing, text] = ['no-such-command-here', `${folder}/notes.txt`].map((name) =>
      command(['exec', '--', name]),
    )
    expect(await missing?.ended).toEqual({
      code: 127,
      stdout: '',
      stderr: 'payment-sandbox: cannot start "no-such-command-here": command not found\n',
    })
    expect(await text?.ended).toMatchObject({
      code: 126,
      stderr: expect.stringMatching(/^payment-sandbox: cannot start ".*notes.txt": [^\n]*EACCES\n$/),
    })
    expect((await inside(['exec'])).code).toBe(2)
  })
})

test('the certificate that a server creates for https is trusted by the other commands on this machine', async () => {
  const { url } = await serving(['--tls'])
  expect(url).toMatch(/^https:/)
  expect((await inside(['clock', '--url', url])).stdout).toMatch(/Z, runs\n$/)
})
