import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { alternate } from './rounds'
import { atMost, type Row } from './table'

const cli = 'dist/cli.cjs'
const authorization = `Basic ${btoa('skey_test_sandbox:')}`

/** Two ports that are free now: the API server's and the vault server's. */
const freePorts = async (): Promise<readonly number[]> => {
  const servers = [0, 0].map(() => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get({ port, path: '/account', headers: { authorization }, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200))
    })
    request.once('error', () => resolve(false))
  })

/** Milliseconds from the start of the process to its first answer. */
const untilAnswer = async (): Promise<number> => {
  const [port = 0, vaultPort = 0] = await freePorts()
  const args = [cli, 'serve', '--port', `${port}`, '--vault-port', `${vaultPort}`, '--log', 'silent']
  const began = performance.now()
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const exit = once(child, 'exit')
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`node ${args.join(' ')} ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const ms = performance.now() - began
  child.kill()
  await exit
  return ms
}

const emptyNode = async (): Promise<number> => {
  const began = performance.now()
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - began
}

/** How long a start takes, from the second on: a first pair of rounds fills the caches. */
export const startRow = async (quick: boolean): Promise<Row> => {
  if (!existsSync(cli)) throw new Error(`${cli} is missing: npm run build`)
  return {
    what: 'start of the server to its first answer; limit: node -e 0',
    unit: 'ms',
    ...(await alternate(quick ? 5 : 21, untilAnswer, emptyNode)),
    gate: atMost(6),
    aim: null,
    page: { what: 'the command until its first answer', of: '`node -e 0`' },
  }
}
