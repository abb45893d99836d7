import { createRequire } from 'node:module'
import workerThreads, { type WorkerOptions } from 'node:worker_threads'
import { isObject } from '../../kernel/json'
import type { NamedHosts } from '../../options/hosts'
import { replace } from './patch'

/** An interception as a worker thread gets it from the thread that starts it. */
export interface ThreadLine {
  readonly hosts: NamedHosts
  readonly refusesOthers: boolean
  /** Where the calls go; `null` refuses them, as the sandbox is an object of the thread that began the interception. */
  readonly servers: { readonly api: string; readonly vault: string | null } | null
  /** The proxy of `exec --intercept`. */
  readonly proxy: string | null
}

const key = 'payment-sandbox/register'

/** Those of the thread that started this one; from now on its own threads begin with none. */
export const inheritedLines = (): readonly ThreadLine[] => {
  const lines = threadLines()
  workerThreads.setEnvironmentData(key, [])
  return lines
}

const threadLines = (): readonly ThreadLine[] => {
  const lines: unknown = workerThreads.getEnvironmentData(key)
  return Array.isArray(lines) ? lines : []
}

/**
 * From now on worker threads begin with this interception too.
 * @returns a function that ends this
 */
export const passToThreads = (line: ThreadLine): (() => void) => {
  workerThreads.setEnvironmentData(key, [...threadLines(), line])
  return () =>
    workerThreads.setEnvironmentData(
      key,
      threadLines().filter((other) => other !== line),
    )
}

type Build = (options: WorkerOptions) => object

/**
 * Loads `payment-sandbox/register` in each worker thread before its code, also in those from text and those with `execArgv`
 * or `env` of their own, where the options of this process do not count.
 *
 * @returns a function that ends this
 */
export const interceptThreads = (): (() => void) =>
  replace(
    workerThreads,
    'Worker',
    (below) =>
      new Proxy(below, {
        construct: (target, [file, options = {}, ...rest]: unknown[], newTarget) => {
          const build: Build = (changed) => Reflect.construct(target, [file, changed, ...rest], newTarget)
          // What is no option is for Node to refuse.
          const isReadable = isObject(options) && Array.isArray(options.execArgv ?? [])
          return isReadable && threadLines().length > 0 ? buildWith(build, options) : build(options as object)
        },
      }),
  )

const buildWith = (build: Build, options: WorkerOptions, inherited = process.execArgv): object => {
  const register = createRequire(__filename).resolve('payment-sandbox/register')
  try {
    return build({ ...options, execArgv: ['--require', register, ...(options.execArgv ?? inherited)] })
  } catch (error) {
    const others = options.execArgv ? inherited : withoutRefused(inherited, error)
    if (others.length === inherited.length) throw error
    return buildWith(build, options, others)
  }
}

/** Without those that no thread takes, as they are for the whole process, such as `--expose-gc` or `--title shop`. */
const withoutRefused = (options: readonly string[], error: unknown): string[] => {
  const { code, message } = error as NodeJS.ErrnoException
  const refused = code === 'ERR_WORKER_INVALID_EXEC_ARGV' ? message.replace(/^.*?: /, '').split(', ') : []
  const isRefused = (option = '', at = 0): boolean =>
    refused.includes(option) || (!option.startsWith('-') && refused.includes(options[at - 1] ?? ''))
  return options.filter((option, at) => !isRefused(option, at))
}
