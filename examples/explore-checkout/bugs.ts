/** Five mistakes that shops make. The environment variable BUG switches one on. */
const bugs = {
  'no-idempotency-key': 'asks again as if for the first time',
  'writes-over': 'lets the answer write over what a faster webhook has told',
  'ships-again': 'sends a parcel for each webhook that says paid',
  'looks-first': 'looks whether an order is paid, and writes it down a moment later',
  'no-look-up': 'waits for answers and webhooks, and never asks',
} as const

type Bug = keyof typeof bugs

export const has = (bug: Bug): boolean => process.env.BUG === bug
