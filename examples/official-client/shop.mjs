/** A small shop that sells with the published client and its built-in hosts. */
import omise from 'omise'

const baht = (subunits) => `${(subunits / 100).toFixed(2)} THB`

/** @param keys `{ publicKey, secretKey }`; @param say takes a line for each step */
export function openShop(keys, say = () => undefined) {
  const client = omise(keys)
  const card = {
    name: 'Somchai Prasert',
    number: '4242424242424242',
    expiration_month: 12,
    expiration_year: new Date().getFullYear() + 2,
    security_code: '123',
  }

  return {
    async sell(amount) {
      const token = await client.tokens.create({ card })
      say(`token     ${token.id}  ${token.card.brand} ending in ${token.card.last_digits}`)
      const charge = await client.charges.create({ amount, currency: 'thb', card: token.id })
      say(`charge    ${charge.id}  ${baht(charge.amount)} ${charge.status}`)
      return charge
    },

    /** @throws the service's error object when less than this is left */
    async refund(chargeId, amount) {
      const refund = await client.charges.createRefund(chargeId, { amount })
      const charge = await client.charges.retrieve(chargeId)
      say(
        `refund    ${refund.id}  ${baht(refund.amount)}: ${baht(charge.refunded_amount)} of ${baht(charge.amount)} are back`,
      )
      return charge
    },

    async sellToCustomer(email, amount) {
      const token = await client.tokens.create({ card })
      const customer = await client.customers.create({ email, card: token.id })
      say(`customer  ${customer.id}  ${customer.email}, ${customer.cards.total} card`)
      const charge = await client.charges.create({ amount, currency: 'thb', customer: customer.id })
      say(`charge    ${charge.id}  ${baht(charge.amount)} ${charge.status}, with the saved card`)
      return charge
    },

    async lastCharge() {
      const { data, total } = await client.charges.list({ limit: 1, order: 'reverse_chronological' })
      say(`charges   ${total} in all, the last one ${data[0].id}`)
      return data[0]
    },
  }
}
