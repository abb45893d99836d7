import { collection, type Row } from '../../../kernel/collection'

/** The remembered answer to one Idempotency-Key (spec 4.1). Its id is method, path and key. */
export interface IdempotencyKeyRow extends Row {
  readonly status: number
  readonly body: string
  /** Hash of the parameters, to notice the same key with other parameters. */
  readonly fingerprint: number
}

export const idempotencyKeys = collection<IdempotencyKeyRow>({ name: 'idempotencyKeys', by: {} })
