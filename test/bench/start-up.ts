import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { alternate, median } from './rounds'
import { atMost, type Row } from './table'

const cli = 'dist/cli.cjs'
const authorization = `Basic ${btoa('skey_test_sandbox:')}`

/** Two ports that are free now: the API server's and the vault server's. */
const freePorts = async (): Promise<readonly number[]> => {
  const servers = await Promise.all(
    [0, 0].map(
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
        }),
    ),
  )
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get({ port, path: '/account', headers: { authorization }, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200))
    })
    request.once('error', () => resolve(false))
  })

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => child.once('exit', () => resolve()))

interface Started {
  readonly ms: number
  /** Resident memory after the first answer; `NaN` where the system does not tell. */
  readonly megabytes: number
}

/** From the start of the process to its first answer. */
const untilAnswer = async (args: readonly string[], port: number): Promise<Started> => {
  const began = performance.now()
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const exit = ended(child)
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

const ourServer = async (): Promise<Started> => {
  const [port = 0, vaultPort = 0] = await freePorts()
  const args = [cli, 'serve', '--port', `${port}`, '--vault-port', `${vaultPort}`, '--log', 'silent']
  return untilAnswer(args, port)
}

const bareServer = async (): Promise<Started> => {
  const [port = 0] = await freePorts()
  const script = `require('node:http').createServer((q, s) => s.end('{}')).listen(${port}, '127.0.0.1')`
  return untilAnswer(['-e', script], port)
}

const emptyNode = async (): Promise<number> => {
  const began = performance.now()
  await ended(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }))
  return performance.now() - began
}

export const startRows = async (quick: boolean): Promise<readonly Row[]> => {
  if (!existsSync(cli)) throw new Error(`${cli} is missing: npm run build`)
  const memory = { ours: [] as number[], limit: [] as number[] }
  const start = await alternate(
    quick ? 7 : 21,
    async () => {
      const { ms, megabytes } = await ourServer()
      memory.ours.push(megabytes)
      return ms
    },
    emptyNode,
  )
  const bare = await alternate(
    quick ? 3 : 11,
    async () => {
      const { ms, megabytes } = await bareServer()
      memory.limit.push(megabytes)
      return ms
    },
    emptyNode,
  )
  const [ours, limit] = [median(memory.ours), median(memory.limit)]
  return [
    {
      what: 'start of the server to its first answer, against node -e 0',
      unit: 'ms',
      ...start,
      gate: null,
      aim: null,
    },
    { what: 'the same of a bare node:http server', unit: 'ms', ...bare, gate: null, aim: null },
    {
      what: 'memory after start, against bare node:http',
      unit: 'MB',
      ours,
      limit,
      ratio: ours / limit,
      gate: atMost(1.4),
      aim: atMost(1.2),
    },
  ]
}
