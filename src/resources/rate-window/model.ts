import { collection, type Row } from '../../kernel/collection'

/** How much of a minute's requests a key has used up; its id follows from the key. */
export interface RateWindow extends Row {
  /** Epoch milliseconds at which the minute began. */
  readonly from: number
  readonly used: number
}

export const rateWindows = collection<RateWindow>({ name: 'rateWindows', by: {} })
