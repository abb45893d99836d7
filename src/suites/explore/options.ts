/** The options of `explore`, and their check: all mistakes are named at once. */
import type { Hosts, Sandbox, SandboxOptions } from 'payment-sandbox'
import type { InterceptedHosts } from 'payment-sandbox/intercept'
import { parseDuration } from '../../kernel/calendar'
import { isObject } from '../../kernel/json'
import { SandboxError } from '../../kernel/sandbox-error'
import { meant } from '../../kernel/text'
import { withProfileFor } from '../../options/hosts'
import { type ExploreKind, isKind, kindNames, usualKinds } from '../../service/faults/kinds'
import type { BookEntry } from './judge'
import type { ExploreProgress } from './progress'

/** What the functions of an exploration get. */
export interface ExploreRun {
  /** Fresh for each run. */
  readonly sandbox: Sandbox
  /** The name of the scenario; `null` in the first run, without a fault. */
  readonly scenario: string | null
}

type Maybe<T> = T | Promise<T>

export interface ExploreOptions<R = unknown> {
  /** The options of `createSandbox`, and the hosts at which the code under test calls it (`intercept`). */
  readonly sandbox?: SandboxOptions & { readonly intercept?: Hosts | InterceptedHosts }
  /** What the customer does, and how your code reacts. */
  readonly flow: (run: ExploreRun) => Maybe<R>
  /** Your retry or reconciliation job. It runs after the flow, and adds crashes of the flow. */
  readonly recover?: ((run: ExploreRun) => unknown) | undefined
  /**
   * Throws when something is wrong in the end. `result` is what the flow returned, `error` what it threw, or null. A flow
   * that throws is no finding by itself.
   */
  readonly check?:
    | ((run: ExploreRun & { readonly result: R | undefined; readonly error: unknown }) => unknown)
    | undefined
  /** A field of charges, such as `metadata.order`: each value may be paid only once. */
  readonly once?: string | undefined
  /** Whether a run may take more money than the first one, where `once` is not given. Default: false. */
  readonly allowMoreMoney?: boolean | undefined
  /** What the shop believes about its charges, to compare with the service. */
  readonly books?:
    | ((run: ExploreRun & { readonly result: R | undefined }) => Maybe<readonly BookEntry[]>)
    | undefined
  /** What may go wrong. Default: all but `double-click` and `again`, as far as they apply. */
  readonly kinds?: readonly ExploreKind[] | undefined
  /**
   * Calls and deliveries where nothing fails, such as those of a set-up: `GET /customers` means all of them,
   * `GET /customers #1` the first.
   */
  readonly skip?: readonly string[] | undefined
  /** 2 also tries pairs of failures. Default: 1. */
  readonly depth?: 1 | 2 | undefined
  /** One scenario by its name, to debug it; its story is always in `text()`. */
  readonly only?: string | undefined
  /** At most this many scenarios. Default: 2000. */
  readonly runs?: number | undefined
  /** How long one run may take, in ms of real time. Default: 5000. */
  readonly timeoutMs?: number | undefined
  /** How far to move the clock after the flow, so that retries arrive, such as `12h`. Default: `3d`. */
  readonly settle?: string | undefined
  /** Called after each scenario. */
  readonly onProgress?: ((progress: ExploreProgress) => void) | undefined
}

interface OptionFlaw {
  readonly path: string
  readonly message: string
}

type OptionCheck = (value: unknown) => string | null

const isCount = (value: unknown, max = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= max

const fn: OptionCheck = (value) => (typeof value === 'function' ? null : 'must be a function')

const kindsProblem: OptionCheck = (value) => {
  if (!Array.isArray(value) || value.length === 0) return `must be a list of kinds: ${kindNames.join(', ')}`
  const wrong = value.find((kind) => typeof kind !== 'string' || !isKind(kind))
  return wrong === undefined ? null : `there is no kind ${String(wrong)}${meant(String(wrong), kindNames)}`
}

const fieldPath = /^[\w-]+(?:\.[\w-]+)*$/

/** Each returns the problem of a given value. */
const checks: { readonly [N in keyof ExploreOptions]-?: OptionCheck } = {
  sandbox: (value) => (isObject(value) ? null : 'must be options of createSandbox'),
  flow: fn,
  recover: fn,
  check: fn,
  once: (value) =>
    typeof value === 'string' && fieldPath.test(value)
      ? null
      : 'must be a field of charges, such as metadata.order',
  allowMoreMoney: (value) => (typeof value === 'boolean' ? null : 'must be true or false'),
  books: fn,
  kinds: kindsProblem,
  skip: (value) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? null
      : 'must be a list of calls, such as GET /customers',
  depth: (value) => (value === 1 || value === 2 ? null : 'must be 1 or 2'),
  only: (value) =>
    typeof value === 'string'
      ? null
      : 'must be the name of a scenario, such as POST /charges #1: answer-lost',
  runs: (value) => (isCount(value) ? null : 'must be a whole number of at least 1'),
  timeoutMs: (value) => (isCount(value, 2 ** 31 - 1) ? null : 'must be a whole number of milliseconds'),
  settle: (value) =>
    typeof value === 'string' && parseDuration(value) !== null
      ? null
      : 'must be a duration such as 12h or 3d',
  onProgress: fn,
}

const problemsOf = (given: Readonly<Record<string, unknown>>): readonly OptionFlaw[] => [
  ...Object.keys(given)
    .filter((name) => !Object.hasOwn(checks, name))
    .map((name) => ({ path: name, message: `there is no such option${meant(name, Object.keys(checks))}` })),
  ...Object.entries(checks).flatMap(([path, check]): OptionFlaw[] => {
    const value = given[path]
    if (value === undefined) return path === 'flow' ? [{ path, message: 'must be a function' }] : []
    const message = check(value)
    return message === null ? [] : [{ path, message }]
  }),
]

/** The options with their defaults. @throws SandboxError `invalid_option`, naming each that is wrong */
export const checkedOptions = <R>(options: ExploreOptions<R>) => {
  const issues = isObject(options) ? problemsOf(options) : [{ path: 'flow', message: 'must be a function' }]
  if (issues.length > 0) {
    const text = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
    throw new SandboxError('invalid_option', text, { issues })
  }
  const { sandbox = {}, kinds, depth = 1, runs = 2000, timeoutMs = 5000, settle = '3d' } = options
  const { intercept, ...given } = sandbox
  const known = kinds === undefined ? usualKinds : kindNames.filter((kind) => kinds.includes(kind))
  const own = withProfileFor(intercept, given)
  return { ...options, sandbox: own, intercept, kinds: known, named: kinds, depth, runs, timeoutMs, settle }
}

export type CheckedExploration<R> = ReturnType<typeof checkedOptions<R>>
