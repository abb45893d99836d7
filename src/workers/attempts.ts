import { addressName, groupsOf } from '../kernel/hosts'

const minuteMs = 60_000
/** Wrong tokens a minute that an address may send. */
const addressMax = 10
/** Those of all addresses together: workerd believes the address that its caller names. */
const totalMax = 100
const trustedMax = 1000

/**
 * Counts the wrong tokens of a minute, each once: a page or a job with a token of yesterday repeats it. The memory of
 * one copy of the worker is all that it needs, as a platform keeps few copies near a caller.
 */
export class Attempts {
  readonly #now: () => number
  #minute = 0
  #total = 0
  readonly #wrong = new Map<string, Set<string>>()
  /** Addresses that had the right token. Wrong ones from elsewhere do not keep them out. */
  readonly #trusted = new Set<string>()

  /** @param now epoch milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Counts an attempt.
   *
   * @param tokens those that it has
   * @returns after how many seconds the next one is looked at; `null` when this one is
   */
  take(address: string, tokens: readonly string[], isRight: boolean): number | null {
    if (tokens.length === 0) return null
    this.#begin(Math.floor(this.#now() / minuteMs))
    const wrong = this.#wrong.get(address) ?? new Set()
    if (wrong.size >= addressMax || (this.#total >= totalMax && !this.#trusted.has(address)))
      return Math.ceil(((this.#minute + 1) * minuteMs - this.#now()) / 1000)
    if (isRight) this.#trust(address)
    else {
      this.#total -= wrong.size
      for (const token of tokens) wrong.add(token)
      this.#total += wrong.size
      this.#wrong.set(address, wrong)
    }
    return null
  }

  #begin(minute: number): void {
    if (minute === this.#minute) return
    this.#minute = minute
    this.#total = 0
    this.#wrong.clear()
  }

  #trust(address: string): void {
    if (this.#trusted.size >= trustedMax) this.#trusted.clear()
    this.#trusted.add(address)
  }
}

/** Who sends a request, as the platform says; of IPv6 the network, as one customer has all addresses in it. */
export const callerOf = (headers: Headers): string => {
  const address = (headers.get('cf-connecting-ip') ?? '').slice(0, 100)
  return groupsOf(addressName(address))?.slice(0, 4).join(':') ?? address
}
