import { collection, type Row } from '../../../kernel/collection'

/** Number of requests of a key in the present minute. Its id follows from the key. */
export interface RateWindow extends Row {
  /** Epoch milliseconds at which the minute began. */
  readonly from: number
  readonly used: number
}

export const rateWindows = collection<RateWindow>({ name: 'rateWindows', by: {} })
