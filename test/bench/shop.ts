import { createSandbox } from '../../src/create-sandbox'

/** A sandbox with a customer whose card is saved: each charge of it is one request, without a token of its own. */
export type Shop = Awaited<ReturnType<typeof openShop>>

export const formType = 'application/x-www-form-urlencoded'

export const chargeForm = (customer: string): string =>
  `amount=100000&currency=thb&customer=${customer}&description=Order+384&metadata%5Border_id%5D=384`

const cardForm =
  'card[name]=Somchai+Prasert&card[number]=4242424242424242&card[expiration_month]=12&card[expiration_year]=2040'

export const openShop = async () => {
  const sandbox = createSandbox()
  const post = async (url: string, body: string, key: 'public' | 'secret' = 'secret') => {
    const headers = { authorization: sandbox.authorization[key], 'content-type': formType }
    const response = await sandbox.fetch(url, { method: 'POST', headers, body })
    const made = (await response.json()) as { id: string }
    if (response.status !== 200) throw new Error(`${url} answered ${JSON.stringify(made)}`)
    return made.id
  }
  const token = await post(`${sandbox.vaultUrl}/tokens`, cardForm, 'public')
  const customer = await post(`${sandbox.url}/customers`, `email=somchai@example.com&card=${token}`)
  const form = chargeForm(customer)
  const charge = (body: string = form): Promise<string> => post(`${sandbox.url}/charges`, body)
  return {
    sandbox,
    customer,
    charge,
    fill: async (charges: number): Promise<void> => {
      for (let i = 0; i < charges; i += 1) await charge()
    },
  }
}
