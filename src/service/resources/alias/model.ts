import { collection, type Row } from '../../../kernel/collection'

/** A name that a fixture gives to a record. Its id is the name; a later fixture may give it to another record. */
export interface AliasRow extends Row {
  /** The kind of the record: `customer`, `charge`. */
  readonly object: string
  /** Id of the record. */
  readonly record: string
}

export const aliases = collection<AliasRow>({ name: 'aliases', by: {} })
