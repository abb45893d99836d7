import { collection, type Row } from '../../../kernel/collection'

/** Which date an export is sorted by (spec 4.10). */
export const exportFilterTypes = ['monthly_captured', 'monthly_created', 'monthly_date'] as const
export type ExportFilterType = (typeof exportFilterTypes)[number]

/** The results of a search as a file (assumption `search-exports`). */
export interface ExportRow extends Row {
  readonly scope: string
  readonly filterType: ExportFilterType
  /**
   * Ids of the records in the file, as they were found. Its text is made when it is fetched: it would be many times as
   * long, in every snapshot and every file of the state.
   */
  readonly records: readonly string[]
  /** Makes the address of the file hard to guess. */
  readonly downloadToken: string
}

export const searchExports = collection<ExportRow>({ name: 'exports', by: {} })
