import type { Exchange } from './exchange'

/**
 * Answers once what was done is kept: nobody is told of what could still be lost. To be kept with all others that
 * wait costs less than to be kept alone, and answers that are sent one after the other cost less than between requests.
 */
export const whenKept = (exchange: Exchange, send: () => Response): Response | Promise<Response> => {
  const { kept } = exchange.backend.keeping
  if (kept === null) return send()
  return kept.then(send, (error) => {
    // It was taken back, and so has made nothing.
    exchange.trace.events = []
    exchange.trace.transactions = []
    throw error
  })
}
