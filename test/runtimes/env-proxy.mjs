/** A program whose environment names a proxy: it prints what a call by each major of undici gives, and what left. */
import { get } from 'node:https'
import { createSandbox } from 'payment-sandbox'
import { intercept } from 'payment-sandbox/intercept'
import { setTrap } from './trap.mjs'

const url = 'https://api.omise.co/account'
intercept(createSandbox(), 'omise')
const endTrap = setTrap()
const outcomes = {
  'node:https': await new Promise((resolve, reject) => {
    get(url, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
  }),
}
for (const major of process.argv.slice(2)) {
  const { request, fetch } = await import(`undici-${major}`)
  outcomes[`request of undici ${major}`] = (await request(url)).statusCode
  outcomes[`fetch of undici ${major}`] = (await fetch(url)).status
  const neighbour = await request('https://other.omise.co/').catch(({ code }) => code)
  outcomes[`a neighbour by undici ${major}`] =
    neighbour === 'ERR_PAYMENT_SANDBOX_UNMAPPED_HOST' ? 401 : neighbour
}
outcomes.left = endTrap().length === 0 ? 401 : endTrap()
console.log(JSON.stringify(outcomes))
process.exit()
