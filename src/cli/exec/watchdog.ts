/**
 * What this process has started must not outlive it. SIGKILL leaves no time to end it, so a small process does: it notices
 * when this one is gone, as its own standard input ends then.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'

/** Its value is different for each tree: those who have it belong to the tree, whatever their parent is by now. */
export const markVariable = 'PAYMENT_SANDBOX_TREE'

/** The entry of the environment that only one tree has. */
export const markOf = (id: string): string => `${markVariable}=${id}`

/** Runs apart from this program, with nothing but Node: it gets lines such as `+ {"pid":1}`, and `- {"pid":1}`. */
const program = `
const { execFileSync } = require('node:child_process')
const { readdirSync, readFileSync } = require('node:fs')
const watched = new Map()
const tried = (act) => { try { return act() } catch { return undefined } }
const familyOf = ({ pid, mark }) => {
  if (process.platform === 'linux')
    return readdirSync('/proc').map(Number).filter((one) => one > 0 && one !== process.pid &&
      tried(() => readFileSync('/proc/' + one + '/environ', 'latin1').includes(mark + '\\0')))
  const table = tried(() => execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })) ?? ''
  const all = table.trim().split('\\n').map((line) => line.trim().split(/\\s+/).map(Number))
  const family = new Set([pid])
  for (const one of family) for (const [child, parent] of all) if (parent === one) family.add(child)
  return [...family]
}
const end = (one, signal) => {
  if (process.platform === 'win32')
    return tried(() => execFileSync('taskkill', ['/pid', String(one.pid), '/T', '/F'], { stdio: 'ignore' }))
  for (const pid of [-one.pid, one.pid, ...familyOf(one)]) tried(() => process.kill(pid, signal))
}
let rest = ''
process.stdin.setEncoding('utf8').on('data', (more) => {
  const lines = (rest + more).split('\\n')
  rest = lines.pop()
  for (const line of lines) {
    const one = JSON.parse(line.slice(2))
    if (line[0] === '+') watched.set(one.pid, one)
    else watched.delete(one.pid)
  }
}).on('end', () => {
  for (const one of watched.values()) {
    if (one.graceMs > 0) end(one, 'SIGTERM')
    setTimeout(end, one.graceMs, one, 'SIGKILL')
  }
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
`

let watcher: ChildProcess | null = null

const start = (): ChildProcess => {
  // It belongs to no tree, and loads nothing that a command of the user may ask for.
  const { NODE_OPTIONS: _, [markVariable]: __, ...env } = process.env
  // A session of its own: Ctrl-C and the end of a terminal do not reach it.
  const child = spawn(process.execPath, ['-e', program], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  })
  // Where it cannot run, this process ends what it started whenever it has the time to.
  child.on('error', () => undefined)
  child.stdin?.on('error', () => undefined)
  child.unref()
  if (child.stdin instanceof Socket) child.stdin.unref()
  return child
}

/**
 * Ends a process with this one, and all that has its mark in the environment.
 * @param graceMs how long it may take to end by itself
 * @returns a function for when it has ended
 */
export const endingWithUs = ({ pid }: ChildProcess, id: string, graceMs: number): (() => void) => {
  // It could not start.
  if (pid === undefined) return () => undefined
  watcher ??= start()
  const { stdin } = watcher
  const one = JSON.stringify({ pid, mark: markOf(id), graceMs })
  stdin?.write(`+ ${one}\n`)
  return () => stdin?.write(`- ${one}\n`)
}
