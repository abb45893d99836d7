/**
 * Sends calls to the payment service's two hosts to a running sandbox, whichever client makes them.
 * Load it before the rest: as the first import, or with `node --require ./to-sandbox.cjs app.js`.
 * Calls to any other host stay as they are.
 */
const http = require('node:http')
const https = require('node:https')
const { syncBuiltinESMExports } = require('node:module')

const sandboxes = {
  'api.omise.co': new URL(process.env.PAYMENT_SANDBOX_URL ?? 'http://127.0.0.1:4111'),
  'vault.omise.co': new URL(process.env.PAYMENT_SANDBOX_VAULT_URL ?? 'http://127.0.0.1:4112'),
}
const direct = { 'http:': http.request, 'https:': https.request }

/** The sandbox that a call is meant for, with the call's options pointing there; undefined for other hosts. */
function redirect([first, second]) {
  const url = typeof first === 'string' || first instanceof URL ? new URL(first) : undefined
  const given = url ? { path: url.pathname + url.search, host: url.hostname, ...second } : first
  const { protocol, hostname, port } = sandboxes[given.hostname ?? given.host] ?? {}
  return protocol && { ...given, protocol, hostname, host: hostname, port, agent: undefined }
}

for (const [protocol, client] of [
  ['http:', http],
  ['https:', https],
]) {
  client.request = (...args) => {
    const options = redirect(args)
    if (!options) return direct[protocol](...args)
    return direct[options.protocol](
      options,
      args.find((arg) => typeof arg === 'function'),
    )
  }
  client.get = (...args) => client.request(...args).end()
}
syncBuiltinESMExports() // For `import { request } from 'node:https'`.
