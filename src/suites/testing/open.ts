import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type Hosts, type Sandbox, type SandboxOptions } from 'payment-sandbox'
import type { InterceptedHosts, Interception } from 'payment-sandbox/intercept'
import { withProfileFor } from '../../options/hosts'
import { type Coverage, coverageText, mergeCoverage } from '../../sandbox/coverage/summary'

/** The sandbox of one test, and the coverage of the sandboxes of many tests together. */

/** The options of `createSandbox`, and those of a test. */
export type TestOptions = SandboxOptions & {
  /**
   * For the length of a test, calls of this process to these hosts reach the sandbox: `omise`, or
   * `{ api: 'api.example.com', vault: 'vault.example.com' }`. Tests of one file that run at the same time cannot have the
   * same hosts.
   */
  readonly intercept?: Hosts | InterceptedHosts
  /**
   * Print `coverage('text')` of all sandboxes: after the run where the global set-up of payment-sandbox is in use, else
   * after each file.
   */
  readonly coverage?: boolean
}

/** Its code is loaded only where it is used. */
const interceptionOf = async (
  sandbox: Sandbox,
  hosts: TestOptions['intercept'],
): Promise<Interception | null> => {
  if (hosts === undefined) return null
  const { intercept } = await import('payment-sandbox/intercept')
  return intercept(sandbox, hosts)
}

/** The sandbox of one test. */
export const open = async ({ intercept, coverage, ...options }: TestOptions, fileCoverage: FileCoverage) => {
  const sandbox = createSandbox(withProfileFor(intercept, options))
  const interception = await interceptionOf(sandbox, intercept)
  return {
    sandbox,
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
