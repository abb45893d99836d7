/**
 * A program that calls mapped hosts in every form, and prints the outcome of each and what has left the process. Under
 * `exec --intercept` it does nothing of its own for that.
 */
import http from 'node:http'
import { createSandbox } from 'payment-sandbox'
import { intercept } from 'payment-sandbox/intercept'
import { callAll, callRefused } from './forms.mjs'
import { setTrap } from './trap.mjs'

const [name] = process.argv.slice(2)
const undici = await import(name)
const isUnderExec = process.env.PAYMENT_SANDBOX_INTERCEPT !== undefined
const sandbox = createSandbox()
const headers = { authorization: sandbox.authorization.secret }
const clients = { undici }

/** By the proxy of `exec`, or by one that would lead elsewhere. */
const throughProxy = async () => {
  const proxy = http.createServer().on('connect', (_, socket) => socket.destroy())
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const own = `http://127.0.0.1:${proxy.address().port}`
  const dispatcher = isUnderExec ? new undici.EnvHttpProxyAgent() : new undici.ProxyAgent(own)
  try {
    return (await undici.request('https://api.omise.co/account', { dispatcher, headers })).statusCode
  } catch ({ code }) {
    return code
  }
}

if (!isUnderExec) intercept(sandbox, 'omise')
const endTrap = setTrap()
const answered = await callAll(clients, headers)
const refused = await callRefused(headers)
const proxied = await throughProxy()
// Connections to this machine are those to the proxy, and to the sandbox of `exec`.
const left = endTrap().filter((line) => !line.startsWith('connection 127.0.0.1 '))
console.log(JSON.stringify({ answered, refused, proxied, left }))
process.exit()
