import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type Hosts, type Sandbox, SandboxError, type SandboxOptions } from 'payment-sandbox'
import type { InterceptedHosts, Interception } from 'payment-sandbox/intercept'
import { withProfileFor } from '../../options/hosts'
import type { Coverage } from '../../sandbox/coverage/schema'
import { coverageText, mergeCoverage } from '../../sandbox/coverage/summary'

/** The sandbox of one test, and the coverage of the sandboxes of many tests together. */

/** The options of `createSandbox`, and those of a test. */
export type TestOptions = SandboxOptions & {
  /**
   * During a test, calls of this process to these hosts reach the sandbox: `omise`, or
   * `{ api: 'api.example.com', vault: 'vault.example.com' }`. In a concurrent test, or while another sandbox has the hosts,
   * the sandbox has its own keys, which tell its calls apart: call with those of `sandbox.keys`.
   */
  readonly intercept?: Hosts | InterceptedHosts
  /**
   * Print `coverage('text')` of all sandboxes: once after the run, with the global set-up of payment-sandbox; otherwise after
   * each file.
   */
  readonly coverage?: boolean
  /**
   * Print what the sandbox of a failed test did, in at most 20 lines: calls, faults, events, deliveries. In Jest they are at
   * the end of the messages of matchers. Default: true
   */
  readonly story?: boolean
}

/** Test keys that no other sandbox has. */
const ownKeys = (): Pick<SandboxOptions, 'publicKey' | 'secretKey'> => {
  const name = crypto.randomUUID().replaceAll('-', '')
  return { publicKey: `pkey_test_${name}`, secretKey: `skey_test_${name}` }
}

const isIntercepted = (error: unknown): boolean =>
  error instanceof SandboxError && error.code === 'already_intercepted'

/** A sandbox to which the calls lead. Where another one has them, its own keys tell them apart. */
const openIntercepted = async (
  options: SandboxOptions,
  hosts: Hosts | InterceptedHosts,
  isConcurrent: boolean,
): Promise<{ readonly sandbox: Sandbox; readonly interception: Interception }> => {
  // Its code is loaded only where it is used.
  const { intercept } = await import('payment-sandbox/intercept')
  const sandbox = createSandbox(isConcurrent ? { ...options, ...ownKeys() } : options)
  try {
    return { sandbox, interception: intercept(sandbox, hosts) }
  } catch (error) {
    await sandbox.close()
    if (isConcurrent || !isIntercepted(error))
      throw error instanceof SandboxError ? namedAsOption(error) : error
    return openIntercepted(options, hosts, true)
  }
}

/** What `intercept()` calls its hosts is the option `intercept` here. */
const namedAsOption = (error: SandboxError): SandboxError =>
  error.code === 'invalid_option'
    ? new SandboxError(error.code, error.message.replace(/^hosts\b/, 'intercept'))
    : error

/** The sandbox of one test. */
export const open = async (
  { intercept: hosts, coverage, story, ...options }: TestOptions,
  fileCoverage: FileCoverage,
  isConcurrent = false,
) => {
  const { sandbox, interception } =
    hosts === undefined
      ? { sandbox: createSandbox(options), interception: null }
      : await openIntercepted(withProfileFor(hosts, options), hosts, isConcurrent)
  const isElsewhere = (): boolean => hosts === undefined && sandbox.requests.count() === 0
  return {
    sandbox,
    /** For its story. */
    notes: () => (isElsewhere() ? ["the option intercept: 'omise' leads calls to Omise to it"] : []),
    close: async () => {
      interception?.stop()
      if (coverage === true) fileCoverage.add(sandbox.coverage())
      await sandbox.close()
    },
  }
}

/** Names the folder in which each process leaves its part, and the global set-up prints the whole at the end of the run. */
const variable = 'PAYMENT_SANDBOX_COVERAGE'

const print = (all: readonly Coverage[]): void => {
  const coverage = mergeCoverage(all)
  if (coverage !== undefined)
    process.stdout.write(`\nCoverage of the payment sandbox\n${coverageText(coverage)}\n`)
}

/** The coverage of the sandboxes of one file. */
export class FileCoverage {
  #parts: Coverage[] = []

  add(coverage: Coverage): void {
    this.#parts.push(coverage)
  }

  /** Passes it to the global set-up, or prints it. */
  finish(): void {
    const coverage = mergeCoverage(this.#parts)
    this.#parts = []
    const folder = process.env[variable]
    if (coverage === undefined) return
    if (folder === undefined) print([coverage])
    else writeFileSync(join(mkdtempSync(join(folder, 'part-')), 'coverage.json'), JSON.stringify(coverage))
  }
}

/** From now on files pass their coverage on. Returns a function that prints it. */
export const collectCoverage = (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-coverage-'))
  process.env[variable] = folder
  return () => {
    delete process.env[variable]
    const parts = readdirSync(folder).map((part) => readFileSync(join(folder, part, 'coverage.json'), 'utf8'))
    rmSync(folder, { recursive: true, force: true })
    print(parts.map((part) => JSON.parse(part)))
  }
}
