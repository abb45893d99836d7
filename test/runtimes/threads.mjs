/**
 * A program whose worker threads call a mapped host, each begun in another way; it prints the outcome of each. With the word
 * `intercept` the thread of the program intercepts the host itself.
 */
import workerThreads, { SHARE_ENV } from 'node:worker_threads'
import { createSandbox } from 'payment-sandbox'
import { intercept } from 'payment-sandbox/intercept'

const ask = `fetch('https://api.omise.co/account')
  .then(({ status }) => status, (error) => error.cause?.code ?? error.code ?? error.message)`
const text = `${ask}.then((outcome) => require('node:worker_threads').parentPort.postMessage(outcome))`
const moduleText = `import { parentPort } from 'node:worker_threads'; parentPort.postMessage(await ${ask})`
const inner = `new Worker(${JSON.stringify(text)}, { eval: true, env: {}, execArgv: [] })`
const nested = `const { Worker, parentPort } = require('node:worker_threads')
  ${inner}.on('message', (outcome) => parentPort.postMessage(outcome))`

const ways = {
  text: [text, { eval: true }],
  'text, with an environment': [text, { eval: true, env: { SHOP: 'mine' } }],
  'text, with the same environment': [text, { eval: true, env: SHARE_ENV }],
  'text, with options of Node': [text, { eval: true, execArgv: ['--no-warnings'] }],
  'text, with both': [text, { eval: true, execArgv: [], env: {} }],
  'a module from text': [new URL(`data:text/javascript,${encodeURIComponent(moduleText)}`)],
  'a file': [new URL('thread.mjs', import.meta.url)],
  'a thread of a thread': [nested, { eval: true }],
}

const outcomeOf = (given) =>
  new Promise((resolve, reject) => {
    new workerThreads.Worker(...given).on('error', reject).on('message', resolve)
  })

if (process.argv[2] === 'intercept') intercept(createSandbox(), 'omise')
const outcomes = Object.entries(ways).map(async ([name, given]) => [name, await outcomeOf(given)])
console.log(JSON.stringify(Object.fromEntries(await Promise.all(outcomes))))
