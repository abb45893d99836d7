/** A server ends on a signal, and with the process that started it. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/folder'
import { authorization, cli, readyOn, run, serving } from '../command'

const posix = process.platform !== 'win32'

interface HalfSent {
  readonly socket: Socket
  /** Every line that came back so far and will come. */
  readonly answer: AsyncIterator<string>
}

/** A request whose head has arrived, which the server confirms, and whose body has not. */
const halfSent = async (url: string): Promise<HalfSent> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  const answer = createInterface({ input: socket })[Symbol.asyncIterator]()
  const head = ['POST /customers HTTP/1.1', 'host: localhost', `authorization: ${authorization()}`]
  const rest = ['content-type: application/json', `content-length: ${body.length}`, 'expect: 100-continue']
  socket.write(`${[...head, ...rest].join('\r\n')}\r\n\r\n`)
  expect((await answer.next()).value).toBe('HTTP/1.1 100 Continue')
  await answer.next()
  return { socket, answer }
}

const body = JSON.stringify({ email: 'somchai@example.com' })

// On Windows a process is ended from outside without being asked.
describe.runIf(posix)('asked to stop', () => {
  it('it ends with 0: by Ctrl-C, by kill, and where the terminal is closed', async () => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
    const servers = await Promise.all(signals.map(() => serving()))
    for (const [i, server] of servers.entries()) server.process.kill(signals[i])
    for (const { ended } of servers) expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  it('it first answers the requests in flight, even though npm passes the same Ctrl-C on a second time', async () => {
    const server = await serving()
    const { socket, answer } = await halfSent(server.url)
    server.process.kill('SIGINT')
    server.process.kill('SIGINT')
    await server.line(/"event":"waiting"/)
    socket.write(body)
    expect((await answer.next()).value).toBe('HTTP/1.1 200 OK')
    expect(await server.ended).toMatchObject({ code: 0 })
    expect(server.lines.at(-1)).toContain('"path":"/customers","status":200')
  })

  it('it does not wait for connections without a request: those kept alive, those opened in advance', async () => {
    const server = await serving()
    await (await fetch(server.url)).text()
    const { hostname, port } = new URL(server.url)
    const idle = connect(Number(port), hostname)
    onTestFinished(() => void idle.destroy())
    await once(idle, 'connect')
    server.process.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0 })
    expect(server.lines.filter((line) => line.includes('"waiting"'))).toEqual([])
  })

  it('again, it stops at once', async () => {
    const server = await serving()
    await halfSent(server.url)
    server.process.kill('SIGTERM')
    await server.line(/"event":"waiting"/)
    server.process.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0 })
  })
})

/** For `node --import`: no name server answers, and the system's own look-up blocks a thread for ever. */
const noNamesFound = (folder: string): string => {
  const fifo = join(folder, 'fifo')
  execFileSync('mkfifo', [fifo])
  const file = join(folder, 'no-names-found.mjs')
  writeFileSync(
    file,
    `import dns from 'node:dns'
     import { open } from 'node:fs'
     const hang = () => { console.log('looking a name up'); return new Promise(() => {}) }
     dns.promises.Resolver.prototype.resolve4 = hang
     dns.promises.Resolver.prototype.resolve6 = hang
     const { lookup } = dns
     dns.lookup = (name, ...rest) => {
       if (name !== 'hooks.example.com') return lookup(name, ...rest)
       console.log('looking a name up')
       open(${JSON.stringify(fifo)}, () => {})
     }`,
  )
  return file
}

it.runIf(posix)('asked to stop, it does not wait for the look-up of a receiver that hangs', async () => {
  const folder = temporaryFolder()
  const server = await serving(['--webhook', 'http://hooks.example.com/'], {
    NODE_OPTIONS: `--import ${noNamesFound(folder)}`,
  })
  await fetch(`${server.url}/customers`, { method: 'POST', headers: { authorization: authorization() } })
  await server.line(/looking a name up/)
  server.process.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0 })
})

/** A process that starts another, says its number, and stays until it is killed or the other one ends. */
const starter = (program: string, args: readonly string[]): string =>
  `const child = require('node:child_process').spawn(${JSON.stringify(program)}, ${JSON.stringify(args)}, ` +
  `{ stdio: 'inherit' }); console.log('started', child.pid); child.on('exit', () => process.exit())`

const startedBy = (program: string, args: readonly string[]) =>
  run(process.execPath, ['-e', starter(program, args)])

const serve = [cli, '--port', '0', '--log', 'silent']

describe('it ends with the process that started it', () => {
  it.runIf(posix)('directly, and also with a shell in between', async () => {
    const parent = startedBy(process.execPath, serve)
    // `; true` keeps the shell from handing its place to the server.
    const shells = startedBy('sh', ['-c', `"${process.execPath}" "${serve.join('" "')}"; true`])
    await Promise.all([readyOn(parent), readyOn(shells)])
    parent.process.kill('SIGKILL')
    process.kill(Number((await shells.line(/^started/)).slice('started '.length)), 'SIGKILL')
    await Promise.all([parent.ended, shells.ended]) // Not before the servers, too, have let go of the output.
  })

  it.each([
    [
      'json',
      /^\{"event":"orphaned","reason":"the process that started this server has ended.*--detach keeps it/,
    ],
    [
      'pretty',
      /^the process that started this server has ended, so it stops too; --detach keeps it running$/,
    ],
  ])('and its log says why, %s', async (style, says) => {
    const parent = startedBy(process.execPath, [cli, '--port', '0', '--log', style])
    await parent.line(style === 'json' ? /"event":"ready"/ : /^payment-sandbox ready/)
    parent.process.kill('SIGKILL')
    await parent.ended
    expect(parent.lines.filter((line) => says.test(line))).toHaveLength(1)
  })

  it('but not with --detach, even when no process reads its output', async () => {
    const stayerArgs = JSON.stringify([cli, '--port', '0', '--detach'])
    const script = `
      const { spawn } = require('node:child_process')
      const stayer = spawn(process.execPath, ${stayerArgs}, { stdio: ['ignore', 'pipe', 'ignore'] })
      stayer.stdout.once('data', (text) => {
        process.stdout.write('stays ' + stayer.pid + ' ' + text)
        spawn(process.execPath, ${JSON.stringify(serve)}, { stdio: 'inherit' })
      })
    `
    const parent = run(process.execPath, ['-e', script])
    const [, pid, url] = /^stays (\d+) .* ready on (\S+)/.exec(await parent.line(/^stays/)) ?? []
    onTestFinished(() => void process.kill(Number(pid), 'SIGKILL'))
    await readyOn(parent)
    parent.process.kill('SIGKILL')
    await parent.ended // The other one, started later, has noticed by now.
    for (let i = 0; i < 3; i += 1) expect((await fetch(`${url}/`)).status).toBe(200)
  })
})
