/** What a fresh clone costs a newcomer: until a first charge, on the disk, and until the tests have run. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alternate, cpuIn } from './rounds'
import { freePorts } from './start-up'
import { atMost, type Row } from './table'

interface Spent {
  readonly ms: number
  /** Milliseconds of processor time of the command and all that it starts. */
  readonly cpu: number
}

const run = (command: string, cwd: string): Spent => {
  const began = performance.now()
  const times = execFileSync(
    'sh',
    ['-c', `${command} >../log.txt 2>&1 || { tail -30 ../log.txt >&2; exit 1; }; times`],
    {
      cwd,
      encoding: 'utf8',
      // npm gives its own settings to what it starts.
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
    },
  )
  return { ms: performance.now() - began, cpu: cpuIn(times.split('\n')[1] ?? '') }
}

const post = async (url: string, key: string, body: object): Promise<{ readonly id: string }> => {
  const headers = { authorization: `Basic ${btoa(`${key}:`)}`, 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as { readonly id: string }
}

const card = { name: 'A', number: '4242424242424242', expiration_month: 12, expiration_year: 2040 }

/** Milliseconds of `npm start` until it has answered a first charge. */
const untilCharge = async (clone: string): Promise<number> => {
  const [port = 0, vaultPort = 0] = await freePorts()
  const began = performance.now()
  const args = ['start', '--', '--port', `${port}`, '--vault-port', `${vaultPort}`, '--log', 'silent']
  const child = spawn('npm', args, { cwd: clone, stdio: 'ignore', detached: true })
  const exit = once(child, 'exit')
  const vault = `http://127.0.0.1:${vaultPort}/tokens`
  let token: { readonly id: string } | undefined
  while (token === undefined) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
    token = await post(vault, 'pkey_test_sandbox', { card }).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const charge = { amount: 100_000, currency: 'thb', card: token.id }
  await post(`http://127.0.0.1:${port}/charges`, 'skey_test_sandbox', charge)
  const ms = performance.now() - began
  process.kill(-(child.pid ?? 0))
  await exit
  return ms
}

const single = { limit: null, ratio: null } as const

/** Leaves what git has of it. */
const clean = (clone: string): void => {
  execFileSync('git', ['clean', '-fdxq'], { cwd: clone })
}

const startRow = async (clone: string): Promise<Row> => {
  const ours = () => {
    clean(clone)
    return untilCharge(clone)
  }
  const limit = () => {
    clean(clone)
    return run('npm ci', clone).ms
  }
  return {
    what: 'npm start on a fresh clone until its first charge; limit: npm ci',
    unit: 'ms',
    ...(await alternate(3, ours, limit)),
    gate: atMost(1.35),
    aim: atMost(1.2),
    page: { what: '`npm start` on a fresh clone until its first charge', of: '`npm ci`' },
  }
}

const sizeRows = (clone: string): readonly Row[] => {
  const [kilobytes = ''] = execFileSync('du', ['-sk', 'node_modules'], {
    cwd: clone,
    encoding: 'utf8',
  }).split('\t')
  const lock = JSON.parse(readFileSync(join(clone, 'node_modules', '.package-lock.json'), 'utf8'))
  const packages = Object.keys(lock.packages).length
  return [
    {
      ...single,
      what: 'node_modules after it',
      unit: 'MB',
      ours: Number(kilobytes) / 1024,
      gate: atMost(280),
      aim: atMost(200),
    },
    {
      ...single,
      what: 'packages in it',
      unit: 'packages',
      ours: packages,
      gate: atMost(420),
      aim: atMost(300),
    },
  ]
}

const seconds = (command: string, clone: string): number => run(command, clone).ms / 1000

const testRow = (clone: string): Row => {
  clean(clone)
  return {
    ...single,
    what: 'npm test on a fresh clone',
    unit: 's',
    ours: seconds('npm test', clone),
    gate: atMost(120),
    aim: atMost(75),
    page: { what: '`npm test` on a fresh clone', of: '' },
  }
}

const workRow = (clone: string): Row => {
  const [ours, limit] = [run('npm test', clone).cpu, run('npm run build', clone).cpu]
  return {
    ...{ what: 'npm test once more, processor; limit: npm run build', unit: 'ms' },
    ...{ ours, limit, ratio: ours / limit, gate: atMost(6), aim: atMost(4) },
    page: { what: '`npm test`', of: '`npm run build`' },
  }
}

const testAllRow = (clone: string): Row => ({
  ...single,
  what: 'npm run test:all after it',
  unit: 's',
  ours: seconds('npm run test:all', clone),
  gate: null,
  aim: null,
  page: { what: '`npm run test:all`', of: '' },
})

/** Measures a clone of the last commit. */
export const cloneRows = async (quick: boolean, report: (row: Row) => void): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-clone-'))
  const clone = join(folder, 'payment-sandbox')
  try {
    execFileSync('git', ['clone', '-q', process.cwd(), clone])
    report(await startRow(clone))
    sizeRows(clone).forEach(report)
    if (quick) return
    report(testRow(clone))
    report(workRow(clone))
    report(testAllRow(clone))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
