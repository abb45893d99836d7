/** What `exec` says of clients that do not trust the authority of its run. */
import { afterMsIfAlive } from '../../kernel/real-time'
import type { TlsClient } from '../../node/https-proxy'

/** A browser that goes on in spite of a certificate refuses it once, and then calls again. */
const patienceMs = 1000

const clientKey = ({ host, agent }: TlsClient): string => `${host} ${agent}`

/** Says which clients refused the certificate, unless they called the same host all the same. */
export class CertificateWarnings {
  readonly #say: (message: string) => void
  readonly #trusting = new Set<string>()
  /** What is to be said of a client, and what stops that. */
  readonly #waiting = new Map<string, { readonly message: string; readonly stop: () => void }>()

  constructor(say: (message: string) => void) {
    this.#say = say
  }

  /** A client ended its handshake. */
  readonly ended = (client: TlsClient, isTrusting: boolean): void => {
    const key = clientKey(client)
    if (isTrusting) {
      this.#trusting.add(key)
      this.#waiting.get(key)?.stop()
      this.#waiting.delete(key)
    } else if (!this.#trusting.has(key) && !this.#waiting.has(key)) {
      const message = warningFor(client)
      const stop = afterMsIfAlive(patienceMs, () => {
        this.#waiting.delete(key)
        this.#say(message)
      })
      this.#waiting.set(key, { message, stop })
    }
  }

  /** No call comes any more: says the rest. */
  close(): void {
    for (const { message, stop } of this.#waiting.values()) {
      stop()
      this.#say(message)
    }
    this.#waiting.clear()
  }
}

const otherwise = 'or let it call PAYMENT_SANDBOX_URL and PAYMENT_SANDBOX_VAULT_URL instead'

/** The way out of each kind of client, by its `User-Agent`. */
const warningFor = ({ host, agent }: TlsClient): string => {
  const distrusts = `called ${host} and does not trust the authority of this run`
  if (/^Mozilla\//.test(agent))
    return `a browser ${distrusts}: let it ignore such errors, as Playwright does with ignoreHTTPSErrors, or use payment-sandbox/playwright`
  const ownList = `a client ${distrusts}, maybe because it brings its own list of authorities`
  return /php|guzzle/i.test(agent)
    ? `${ownList}: start PHP with php -d curl.cainfo=$SSL_CERT_FILE, ${otherwise}`
    : `${ownList}: give it the list in the file $SSL_CERT_FILE, ${otherwise}`
}
