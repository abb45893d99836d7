import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { nodeOf } from './registry'
import { alternate } from './rounds'
import { atMost, type Row } from './table'

const cli = 'dist/cli.cjs'
const authorization = `Basic ${btoa('skey_test_sandbox:')}`

/** Two ports that are free now: the API server's and the vault server's. */
export const freePorts = async (): Promise<readonly number[]> => {
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

interface Started {
  readonly ms: number
  /** Resident memory after the first answer; `NaN` where the system does not tell. */
  readonly megabytes: number
}

/** From the start of the process to its first answer. */
const untilAnswer = async (node: string, args: readonly string[], port: number): Promise<Started> => {
  const began = performance.now()
  const child = spawn(node, args, { stdio: 'ignore' })
  const exit = once(child, 'exit')
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`node ${args.join(' ')} ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const ms = performance.now() - began
  const megabytes = residentMegabytes(child.pid ?? 0)
  child.kill()
  await exit
  return { ms, megabytes }
}

const residentMegabytes = (pid: number): number => {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return Number.NaN
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1]) / 1024
}

const ourServer = async (node: string): Promise<Started> => {
  const [port = 0, vaultPort = 0] = await freePorts()
  const args = [cli, 'serve', '--port', `${port}`, '--vault-port', `${vaultPort}`, '--log', 'silent']
  return untilAnswer(node, args, port)
}

const bareServer = async (node: string): Promise<Started> => {
  const [port = 0] = await freePorts()
  const script = `require('node:http').createServer((q, s) => s.end('{}')).listen(${port}, '127.0.0.1')`
  return untilAnswer(node, ['-e', script], port)
}

const emptyNode = async (node: string): Promise<number> => {
  const began = performance.now()
  await once(spawn(node, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - began
}

/** The versions of Node that keep compiled code for later starts have gates. */
const versions = [
  { major: 20, gate: null, aim: null },
  { major: 22, gate: atMost(5), aim: atMost(2.5) },
  { major: 24, gate: atMost(5), aim: atMost(2.5) },
] as const

const versionRows = async (quick: boolean): Promise<readonly Row[]> => {
  const found: Row[] = []
  for (const { major, gate, aim } of versions) {
    const node = nodeOf(major)
    const start = await alternate(
      quick ? 5 : 21,
      async () => (await ourServer(node)).ms,
      () => emptyNode(node),
    )
    found.push({
      what: `start of the server to its first answer, Node ${major}; limit: node -e 0`,
      unit: 'ms',
      ...start,
      gate,
      aim,
      page: { what: `the command until its first answer, Node ${major}`, of: '`node -e 0`' },
    })
  }
  return found
}

const bareRow = async (quick: boolean): Promise<Row> => {
  const node = process.execPath
  const bare = await alternate(
    quick ? 3 : 11,
    async () => (await bareServer(node)).ms,
    () => emptyNode(node),
  )
  return { what: 'the same of a bare node:http server', unit: 'ms', ...bare, gate: null, aim: null }
}

const memoryRow = async (quick: boolean): Promise<Row> => {
  const node = process.execPath
  const memory = await alternate(
    quick ? 3 : 7,
    async () => (await ourServer(node)).megabytes,
    async () => (await bareServer(node)).megabytes,
  )
  const what = 'memory after start; limit: bare node:http'
  return { what, unit: 'MB', ...memory, gate: atMost(1.4), aim: atMost(1.2) }
}

/** How long a start takes, from the second on: a first pair of rounds fills the caches. */
export const startRows = async (quick: boolean): Promise<readonly Row[]> => {
  if (!existsSync(cli)) throw new Error(`${cli} is missing: npm run build`)
  return [...(await versionRows(quick)), await bareRow(quick), await memoryRow(quick)]
}
