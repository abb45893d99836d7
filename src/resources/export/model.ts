import { collection, type Row } from '../../kernel/collection'

/** Which date an export is sorted by (spec 4.10). */
export const exportFilterTypes = ['monthly_captured', 'monthly_created', 'monthly_date'] as const
export type ExportFilterType = (typeof exportFilterTypes)[number]

/** What a search found, as a file (assumption `search-exports`). */
export interface ExportRow extends Row {
  readonly scope: string
  readonly filterType: ExportFilterType
  /** Records in the file. */
  readonly total: number
  readonly csv: string
  /** Makes the address of the file hard to guess. */
  readonly downloadToken: string
}

export const searchExports = collection<ExportRow>({ name: 'exports', by: {} })
