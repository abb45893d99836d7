import { omisePhp, type RecordedShape, recordedShape } from './shape'

/** The balance and the rates. See `shape.ts` for the notation. */
export const balanceShapes: readonly RecordedShape[] = [
  recordedShape({
    name: 'balance',
    ...omisePhp('balance-get', '2025-01-13'),
    fields: {
      '.': `
        object="balance" livemode:boolean location:string currency="THB" total:integer transferable:integer
        reserve=0 on_hold=0 created_at:string
      `,
    },
  }),
  recordedShape({
    name: 'exchange rate',
    ...omisePhp('forex/USD-get'),
    fields: {
      '.': 'object="forex" rate location:string livemode:boolean base="USD" quote="THB"',
    },
  }),
]
