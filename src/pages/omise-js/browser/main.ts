import { type Answer, createSource, createToken, say, servers } from './calls'
import { addButton, OmiseCard, setPageKey } from './card'

/** Our own `omise.js`: makes `Omise` and `OmiseCard` of the page. */

let publicKey = ''
const { host } = new URL(servers.vault)
const config = { defaultHost: host }

/** The answer goes to the callback of the page, whose errors are its own. */
const answerTo = (answer: Promise<Answer>, callback: unknown): void => {
  if (config.defaultHost !== host)
    say(`Omise.config.defaultHost is taken as given, and calls go to the sandbox at ${host}`)
  if (typeof callback !== 'function') say('createToken and createSource need a callback as third argument')
  else void answer.then(({ status, data }) => callback(status, data))
}

const Omise = {
  config,
  setPublicKey: (key: unknown): string => {
    publicKey = String(key ?? '').trim()
    setPageKey(publicKey)
    return publicKey
  },
  createToken: (type: unknown, attributes: unknown, callback: unknown): void =>
    answerTo(createToken(publicKey, String(type), attributes), callback),
  createSource: (type: unknown, attributes: unknown, callback: unknown): void =>
    answerTo(createSource(publicKey, String(type), Object(attributes)), callback),
}

Object.assign(window, { Omise, OmiseCard })
addButton()
say(
  `omise.js in test mode: calls go to ${servers.vault}. It has no Google Pay, Apple Pay, points, and no instalments by ` +
    'card; `npx payment-sandbox docs omise-js` says more',
  'info',
)
