import type { Account } from '../account/account'
import { type Catalogue, catalogue } from '../coverage/catalogue'
import { type Coverage, coverageOf, coverageText } from '../coverage/coverage'
import { coveragePage } from '../coverage/coverage-page'
import { Tally } from '../coverage/tally'
import { DefaultRecords } from './default-records'

/** What can be known about a sandbox beside its state: what there is, and what of it was exercised; and its end. */
export abstract class Observed extends DefaultRecords {
  protected readonly tally = new Tally()
  abstract get accounts(): readonly Account[]
  abstract readonly close: () => Promise<void>

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  get catalogue(): Catalogue {
    return catalogue()
  }

  coverage(): Coverage
  coverage(format: 'text' | 'html'): string
  coverage(format?: 'text' | 'html'): Coverage | string {
    const coverage = coverageOf(this.tally, this.accounts)
    if (format === undefined) return coverage
    return format === 'html' ? coveragePage(coverage) : coverageText(coverage)
  }

  clearCoverage(): void {
    this.tally.clear()
  }
}
