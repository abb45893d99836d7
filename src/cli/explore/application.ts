/** `explore --app`: an application that stays up while its scenarios run. */
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isLoopback } from '../../kernel/hosts'
import { pause } from '../../kernel/real-time'
import { SandboxError } from '../../kernel/sandbox-error'
import { type ProcessTree, startTree, type TreeEnd } from '../exec/process-tree'

export interface ApplicationPlan {
  /** A line for the shell. */
  readonly line: string
  /** It is ready once this address answers. */
  readonly ready: URL
  readonly env: NodeJS.ProcessEnv
  /** How long it may take to get ready, in ms. Default: 60,000. */
  readonly patienceMs?: number
  /** How long it may answer 404 before that is taken for an address that it does not have, in ms. Default: 5000. */
  readonly missingMs?: number
}

const readyMs = 60_000
const pollMs = 50
const usualMissingMs = 5000
/** How long the ports of killed processes may stay taken. */
const freeMs = 2000
const shownLines = 20

/** A process that is started once, and again after a crash. */
export class Application {
  readonly #plan: ApplicationPlan
  #tree: ProcessTree | null = null
  #up: Promise<void> = Promise.resolve()
  #nextStart: () => void = () => undefined
  #failure: unknown = null
  #fail: (failure: unknown) => void = () => undefined
  #during = 'before the first run'
  #startedMs = 0
  #startingAt: number | null = null

  constructor(plan: ApplicationPlan) {
    this.#plan = plan
  }

  /** How long all its starts took, in ms. */
  get startingMs(): number {
    return this.#startedMs + (this.#startingAt === null ? 0 : performance.now() - this.#startingAt)
  }

  /**
   * Kills it where it runs, and starts it. Resolves when it is ready, or when it was killed meanwhile.
   * @throws SandboxError `flow_failed`
   */
  start(): Promise<void> {
    this.#up = this.#begin()
    this.#up.catch((error) => this.#fail(error))
    this.#nextStart()
    return this.#up
  }

  /** It has crashed, and is not up before it is started again. */
  crash(): void {
    this.#up = new Promise((resolve) => {
      this.#nextStart = resolve
    })
  }

  /** Resolves when it is ready, however often it starts meanwhile. */
  async whenUp(): Promise<void> {
    for (let up: Promise<void> | null = null; up !== this.#up; ) {
      up = this.#up
      await up
    }
  }

  /** What `work` resolves to. Rejects with `flow_failed` when the application ends by itself before. */
  during<T>(what: string, work: Promise<T>): Promise<T> {
    this.#during = what
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) reject(this.#failure)
      this.#fail = reject
      work.then(resolve, reject)
    })
  }

  /** The lines that it prints from now on, until they are asked for. */
  lines(): () => readonly string[] {
    const tree = this.#tree
    const from = tree?.output().length ?? 0
    return () => {
      const { text, length } = this.#tree?.output() ?? { text: '', length: 0 }
      return linesOf(this.#tree === tree ? text.slice(Math.max(0, text.length - (length - from))) : text)
    }
  }

  async kill(): Promise<void> {
    const tree = this.#tree
    this.#tree = null
    await tree?.kill()
  }

  async #begin(): Promise<void> {
    const { line, env, patienceMs = readyMs } = this.#plan
    this.#startingAt ??= performance.now()
    await this.kill()
    await this.#untilFree()
    const tree = startTree(line, env)
    this.#tree = tree
    const ended = tree.ended.then((end) => {
      if (this.#tree === tree) throw this.#ended(end)
    })
    const ready = this.#untilReady(tree, performance.now() + patienceMs)
    await Promise.race([ended, ready])
    ended.catch((error) => {
      this.#failure = error
      this.#fail(error)
    })
    if (this.#tree !== tree || this.#startingAt === null) return
    this.#startedMs = this.startingMs
    this.#startingAt = null
  }

  /** Another program at its address would be taken for the application. */
  async #untilFree(): Promise<void> {
    const { ready } = this.#plan
    const until = performance.now() + freeMs
    while (isReady(await answerOf(ready, freeMs))) {
      if (performance.now() > until)
        throw new SandboxError(
          'flow_failed',
          `something already answers at ${ready}: stop it, so that --app can start the application, or give another address`,
        )
      await pause(pollMs)
    }
  }

  async #untilReady(tree: ProcessTree, until: number): Promise<void> {
    const { ready, patienceMs = readyMs, missingMs = usualMissingMs } = this.#plan
    let last: ReadyAnswer = { status: null, said: '' }
    const since = performance.now()
    let otherAt = since
    for (let left = patienceMs; this.#tree === tree; left = until - performance.now()) {
      const answer = await answerOf(ready, Math.max(left, pollMs))
      if (isReady(answer)) return
      if (answer.status !== 404) otherAt = performance.now()
      const isMissing = performance.now() - otherAt > missingMs
      // The patience cuts off the last attempt, which then says nothing.
      if (answer.status !== null || last.status === null) last = answer
      if ((isMissing || performance.now() >= until) && this.#tree === tree)
        throw new SandboxError(
          'flow_failed',
          `the application is not ready: after ${secondsText(isMissing ? performance.now() - since : patienceMs)} ${ready} ${whyNotReady(last)}`,
          { cause: lastLines(tree.output().text) },
        )
      await pause(pollMs)
    }
  }

  #ended({ status, output }: TreeEnd): SandboxError {
    const when = this.#startingAt === null ? this.#during : 'before it was ready'
    const why = status === 0 ? ': --app must stay in the foreground' : ''
    return new SandboxError('flow_failed', `the application ended with status ${status} ${when}${why}`, {
      cause: lastLines(output),
    })
  }
}

/** `60 s`, `0.3 s` */
const secondsText = (ms: number): string => `${Math.round(ms / 100) / 10} s`

/** Those that are not empty. */
export const linesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.trim() !== '')

const lastLines = (text: string): string => linesOf(text).slice(-shownLines).join('\n')

interface ReadyAnswer {
  /** `null` for none. */
  readonly status: number | null
  readonly said: string
}

/** As playwright judges it: a page that asks for a login is ready too, and so is a route for another method. */
const isReady = ({ status }: ReadyAnswer): boolean =>
  status !== null && ((status >= 200 && status <= 403) || status === 405)

const whyNotReady = ({ status, said }: ReadyAnswer): string =>
  status !== null && status < 500
    ? `answers ${status}: give --ready an address that the application answers with 200, or add one, such as /health`
    : `${said}, not with a status from 200 to 403`

/** What an address answers within `ms`. */
const answerOf = (url: URL, ms: number): Promise<ReadyAnswer> => {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve) => {
    // A new connection each time: none may outlive the process that it leads to.
    const sent = request(url, { agent: false, rejectUnauthorized: !isLoopback(url.hostname) })
    const end = (said: string, status: number | null = null): void => {
      clearTimeout(timer)
      sent.destroy()
      resolve({ status, said })
    }
    const timer = setTimeout(() => end('had not answered'), ms)
    sent.once('response', ({ statusCode = 0 }: IncomingMessage) => end(`answered ${statusCode}`, statusCode))
    sent.on('error', ({ code, message }: NodeJS.ErrnoException) =>
      end(code === 'ECONNREFUSED' ? 'refused the connection' : `could not be reached (${message})`),
    )
    sent.end()
  })
}
