import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { uuid } from '../../kernel/digest'
import { within } from '../../kernel/real-time'
import { Failure } from '../command-line'
import type { Printed } from '../explore/error-line'
import { endingWithUs, markOf, markVariable } from './watchdog'

/** A command with all that it starts. */
export type ProcessTree = ReturnType<typeof startTree>

export interface TreeEnd {
  /** As a shell reports it. */
  readonly status: number
  /** The end of what it printed, on both outputs. */
  readonly output: string
  /** More of it, as the runner of a long suite prints it. */
  readonly printed: Printed
}

/** A program with its arguments, or a line for the shell. */
export type CommandLine = readonly string[] | string

interface Started {
  readonly child: ChildProcess
  /** An entry of the environment that only this tree has. */
  readonly mark: string
}

const running = new Set<Started>()

/** Kills every tree at once; for the end of this process. */
export const killTrees = (): void => {
  for (const tree of running) killTree(tree)
}

const isWindows = process.platform === 'win32'

export const startTree = (line: CommandLine, given: NodeJS.ProcessEnv) => {
  const [program = '', ...args] = typeof line === 'string' ? [line] : line
  const id = uuid()
  const env = { ...given, [markVariable]: id }
  // On Windows npm and similar commands are scripts, which only a shell can start. Elsewhere it leads its own group.
  const child = spawn(program, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    shell: isWindows || typeof line === 'string',
    detached: !isWindows,
  })
  const tree = { child, mark: markOf(id) }
  running.add(tree)
  const forget = endingWithUs(child, id, 0)
  const output = endOfOutput(child)
  const ended = endOf(child, program).then((status): TreeEnd => {
    const { text, printed } = output()
    return { status, output: text, printed }
  })
  return {
    /** When the command itself has ended; what it started may keep running. Rejects with a Failure if it cannot start. */
    ended,
    /** The end of what it printed so far, and how many characters that were in all. */
    output,
    /** Ends all of it, also what the command has left behind. Resolves when the command has ended. */
    kill: async (): Promise<void> => {
      killTree(tree)
      await ended.catch(() => undefined)
      for (const stream of [child.stdout, child.stderr]) stream?.destroy()
      running.delete(tree)
      forget()
    },
  }
}

/** Processes that the command left behind may hold its output open: we do not wait long for them. */
const patienceMs = 50

/**
 * The exit status of a command, as a shell reports it: 128 plus the number of a signal that ended it.
 * @throws Failure if it cannot start
 */
export const endOf = async (child: ChildProcess, program: string): Promise<number> => {
  const closed = once(child, 'close').catch(() => undefined)
  const [code, signal] = await once(child, 'exit').catch((error) => {
    throw notStarted(program, error)
  })
  await within(patienceMs, closed)
  return code ?? 128 + constants.signals[signal as NodeJS.Signals]
}

/** The exit statuses of a shell for a command that does not exist, and for one that cannot be started. */
const missing = 127
const notStartable = 126

/** Why a command did not start, with the status of a shell. */
const notStarted = (program: string, { code, message }: NodeJS.ErrnoException): Failure => {
  const why = code === 'ENOENT' ? 'command not found' : message
  return new Failure(`cannot start "${program}": ${why}`, code === 'ENOENT' ? missing : notStartable)
}

const [shownCharacters, keptCharacters] = [10_000, 200_000]

const endOfOutput = (child: ChildProcess) => {
  let [output, errors] = ['', '']
  let length = 0
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => {
      length += more.length
      output = `${output}${more}`.slice(-keptCharacters)
      if (stream === child.stderr) errors = `${errors}${more}`.slice(-keptCharacters)
    })
  return () => ({ text: output.slice(-shownCharacters), length, printed: { output, errors } })
}

const killTree = ({ child: { pid }, mark }: Started): void => {
  if (pid === undefined) return
  if (isWindows) {
    tried(() => execFileSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }))
    return
  }
  // Before their parents are gone: some may have left the group.
  const others = process.platform === 'linux' ? [] : descendantsOf(pid)
  tried(() => process.kill(-pid, 'SIGKILL'))
  for (const one of others) tried(() => process.kill(one, 'SIGKILL'))
  if (process.platform === 'linux') killMarked(mark)
}

/** It may have ended a moment ago. */
const tried = (kill: () => void): void => {
  try {
    kill()
  } catch (error) {
    const { code, status } = error as { code?: string; status?: number }
    if (code !== 'ESRCH' && code !== 'EPERM' && status === undefined) throw error
  }
}

/** One that is killed may have started another a moment before. */
const rounds = 5

/** Linux shows the environment of a process, which also daemons inherit. */
const killMarked = (mark: string): void => {
  for (let round = 0; round < rounds; round += 1) {
    const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isMarked(name, mark))
    if (found.length === 0) return
    for (const name of found) tried(() => process.kill(Number(name), 'SIGKILL'))
  }
}

const isMarked = (pid: string, mark: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${mark}\0`)
  } catch {
    // Of another user, or it has ended.
    return false
  }
}

const descendantsOf = (pid: number): readonly number[] => {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const found = new Set([pid])
  for (const one of found) for (const [child = 0, parent] of processes) if (parent === one) found.add(child)
  found.delete(pid)
  return [...found]
}
