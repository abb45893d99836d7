import { get } from 'node:http'
import { isObject } from '../kernel/json'

/** How long a neighbour has to answer, in ms of real time. */
const patienceMs = 500

/**
 * The version of the payment-sandbox that answers at an address; `null` when something else uses it.
 *
 * @param host as given to `listen`; `0.0.0.0` and `::` mean every address of this machine
 */
export const neighbourAt = (host: string, port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
    const asked = get({ host: name, port, path: '/_sandbox/health', timeout: patienceMs }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        text += chunk
        if (text.length > 10_000) asked.destroy()
      })
      answer.once('close', () => resolve(versionIn(text)))
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => resolve(null))
  })

/** `null` for the answer of another server. */
const versionIn = (text: string): string | null => {
  try {
    const health: unknown = JSON.parse(text)
    return isObject(health) && 'uptime_ms' in health && typeof health.version === 'string'
      ? health.version
      : null
  } catch {
    return null
  }
}
