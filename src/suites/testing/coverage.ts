/** Prints what the sandboxes of many tests exercised together. */
import type { Coverage } from 'payment-sandbox'
import { makePartsFolder, savePart, takeParts } from '../../node/coverage-parts'
import { coverageText, mergeCoverage } from '../../sandbox/coverage/summary'

/** Names the folder of the parts, where the global set-up prints the whole at the end of the run. */
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

  /** Hands it on to the global set-up or prints it. */
  finish(): void {
    const coverage = mergeCoverage(this.#parts)
    this.#parts = []
    const folder = process.env[variable]
    if (coverage === undefined) return
    if (folder === undefined) print([coverage])
    else savePart(folder, coverage)
  }
}

/** From now on files hand their coverage on. Returns a function that prints it. */
export const collectCoverage = (): (() => void) => {
  const folder = makePartsFolder()
  process.env[variable] = folder
  return () => {
    delete process.env[variable]
    print(takeParts(folder))
  }
}
