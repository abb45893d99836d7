/** Prints the coverage of the sandboxes of many tests together. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Coverage, coverageText, mergeCoverage } from '../../sandbox/coverage/summary'

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
