/** The built command as a child process: its lines as they come, its end, and no waiting by the clock. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'

export const cli = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url))

/** This machine's own settings, without those that change what the command says. */
export const plainEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:PAYMENT_SANDBOX_.*|NO_COLOR|FORCE_COLOR|DEBUG|NODE_OPTIONS)$/.test(name),
    ),
  )

/** What `exec` says, and no more, at the end of a command that made no call. */
export const noCall = /^payment-sandbox: no call arrived: .*\n$/

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly process: ChildProcess
  /** The first line that matches, whether it was said already or not. Fails when the output ends without one. */
  line(pattern: RegExp): Promise<string>
  readonly lines: readonly string[]
  /** When it has ended, and with it everybody who could still write to its output. */
  readonly ended: Promise<Ended>
}

export const run = (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  input = '',
  cwd?: string,
): Running => {
  const child = spawn(program, args, { cwd, env: { ...plainEnv(), ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  // A command that refuses its arguments ends before it reads.
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  child.stdin.end(input)
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  const waiting = new Set<() => void>()
  let stderr = ''
  let over = false
  const tell = (): void => {
    for (const look of waiting) look()
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    tell()
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code]) => {
    over = true
    tell()
    return { code, stdout: lines.map((line) => `${line}\n`).join(''), stderr }
  })
  const line = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = lines.find((text) => pattern.test(text))
        if (found !== undefined) resolve(found)
        else if (over) reject(new Error(`no line like ${pattern} in:\n${lines.join('\n')}\n${stderr}`))
        else return
        waiting.delete(look)
      }
      waiting.add(look)
      look()
    })
  return { process: child, line, lines, ended }
}

/** `payment-sandbox <args>` */
export const command = (
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
  input?: string,
  cwd?: string,
): Running => {
  if (!existsSync(cli)) throw new Error('dist/cli.cjs is missing: run "npm run build" first')
  return run(process.execPath, [cli, ...args], env, input, cwd)
}

const readyLine = /^payment-sandbox ready on (\S+) \(vault (\S+)\)$/

export interface Addresses {
  readonly url: string
  readonly vaultUrl: string
}

export const readyOn = async (running: Running): Promise<Addresses> => {
  const [, url = '', vaultUrl = ''] = readyLine.exec(await running.line(readyLine)) ?? []
  return { url, vaultUrl }
}

/** A server on free ports, once it is ready. */
export const serving = async (
  args: readonly string[] = [],
  env?: NodeJS.ProcessEnv,
  cwd?: string,
): Promise<Running & Addresses> => {
  const running = command(['--port', '0', ...args], env, '', cwd)
  return { ...running, ...(await readyOn(running)) }
}

export const kill = async ({ process, ended }: Running): Promise<void> => {
  process.kill('SIGKILL')
  await ended
}

export const stop = async ({ process, ended }: Running): Promise<Ended> => {
  process.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  return ended
}

export const keys = { public: 'pkey_test_sandbox', secret: 'skey_test_sandbox' } as const

export const authorization = (key: string = keys.secret): string => `Basic ${btoa(`${key}:`)}`

/** A form, posted; what came back, as JSON. */
export const post = async (url: string, fields: Readonly<Record<string, string>>, key?: string) => {
  const headers = { authorization: authorization(key) }
  const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) })
  return { status: answer.status, body: await answer.json() }
}

/** The number of records in a list of a server. */
export const totalOf = async (url: string, path = '/customers', key?: string): Promise<number> => {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: authorization(key) } })
  return (await answer.json()).total
}

export const card = {
  'card[name]': 'Somchai Prasert',
  'card[number]': '4242424242424242',
  'card[expiration_month]': '12',
  'card[expiration_year]': '2040',
  'card[security_code]': '123',
} as const

/** `exec --intercept omise`, without the line for browsers, which comes where a program takes long. */
export const intercepted = (words: readonly string[], env?: NodeJS.ProcessEnv) => {
  const { ended, ...running } = command(['exec', '--intercept', 'omise', '--', ...words], env)
  const dashboard = /^payment-sandbox: dashboard .*\n/m
  return { ...running, ended: ended.then((end) => ({ ...end, stderr: end.stderr.replace(dashboard, '') })) }
}
