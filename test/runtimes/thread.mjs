/** A thread from a file: the outcome of a call to a mapped host. */
import { parentPort } from 'node:worker_threads'

const outcome = await fetch('https://api.omise.co/account').then(
  ({ status }) => status,
  (error) => error.cause?.code ?? error.code ?? error.message,
)
parentPort.postMessage(outcome)
