import { type Coverage, coverageOf } from './coverage'
import { coveragePage } from './coverage-page'
import { coverageText } from './summary'
import type { Tally } from './tally'

interface CoverageReport {
  (): Coverage
  (format: 'text' | 'html'): string
}

/** @param accounts whose ids are known now */
export const coverageReport = (
  tally: Tally,
  accounts: { readonly ids: readonly string[] },
): CoverageReport => {
  function report(): Coverage
  function report(format: 'text' | 'html'): string
  function report(format?: 'text' | 'html'): Coverage | string {
    const coverage = coverageOf(tally, accounts.ids)
    if (format === undefined) return coverage
    return format === 'html' ? coveragePage(coverage) : coverageText(coverage)
  }
  return report
}
