/** Two payments of one customer that arrive at the same time, with other events between them. */
import { type Open, onPaid, type Pause, type Race } from './racing'

/** Two payments with other events between them: a parcel is missing for each that the balance does not show. */
const toppingUp =
  (add: (wallet: { balance: number }, pause: Pause) => Promise<void>): Open =>
  ({ ask, order, sandbox }, pause) => {
    const wallet = { balance: 0 }
    const heard = new Set<string>()
    const amount = { amount: '50000', currency: 'thb', 'source[type]': 'promptpay' }
    return {
      checkout: async () => {
        for (const number of ['A-1', 'A-2']) {
          const { id } = await ask('POST', '/charges', { ...amount, 'metadata[order]': number }, () => number)
          await sandbox.webhooks.settle()
          sandbox.simulate.payCharge(id)
        }
      },
      hear: onPaid(async ({ data }) => {
        if (heard.has(data.id)) return
        heard.add(data.id)
        await add(wallet, pause)
        order.parcels = heard.size - wallet.balance
      }),
    }
  }

/** The receiver ignores the events between the two payments. */
export const twoPayments: Race = {
  kind: 'together',
  shop: toppingUp(async (wallet, pause) => {
    const { balance } = wallet
    await pause()
    wallet.balance = balance + 1
  }),
  mended: toppingUp(async (wallet, pause) => {
    await pause()
    wallet.balance += 1
  }),
}
