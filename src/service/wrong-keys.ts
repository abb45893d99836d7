import type { Collection } from '../kernel/collection'
import { hinted, usernameOf } from '../kernel/masked'
import { type Follower, firstPosition, type Row } from '../kernel/rows'
import { nearest } from '../kernel/text'
import type { KeyRow } from './resources/account/model'

/** Longer than any key. */
const longestKey = 100

/** Explains why keys are refused, and knows which keys are like them. Masks keys. */
export class WrongKeys {
  readonly #keys: Collection<KeyRow, 'account'>
  readonly #neighbours = new Neighbours()

  constructor(keys: Collection<KeyRow, 'account'>) {
    this.#keys = keys
    keys.follow(this.#neighbours)
  }

  /** @param isOpen whether a new key makes an account */
  explain(header: string | undefined, isOpen: boolean): string {
    const username = header === undefined ? null : usernameOf(header)
    const known = this.#known(username ?? '', isOpen)
    if (header === undefined) return `no Authorization header came; ${known}`
    if (username === null) return `the Authorization header is not Basic base64(<key>:); ${known}`
    const key = this.#keys.get(username)
    if (key === undefined) return `key ${hinted(username)} is not known${looksLive(username)}; ${known}`
    return `key ${hinted(username)} is ${key.state === 'active' ? `a ${key.kind} key, which this operation does not take` : key.state}`
  }

  /** Similar keys, and those of the default account. */
  #known(username: string, isOpen: boolean): string {
    const near = nearest(username, this.#neighbours.around(username.slice(0, longestKey)), 2)
    const first = [0, 1, 2, 3].map((place) => this.#keys.at(place).id)
    const shown = new Set([...near, ...first].slice(0, 4))
    const rest = this.#keys.length - shown.size
    const auto = isOpen ? '; any skey_test_<name> or pkey_test_<name> makes an account' : ''
    return `known keys: ${[...shown].map(hinted).join(', ')}${rest === 0 ? '' : ` and ${rest} more`}${auto}`
  }
}

/** A key of the real service has no place in a test. */
const looksLive = (key: string): string =>
  /^[sp]key_(?!test_)/.test(key)
    ? `: it looks like a live key, use one of test mode, ${key.slice(0, 5)}test_...`
    : ''

/** Number of neighbours on either side of a text, in each order. */
const onEachSide = 4
/** Up to this number of new texts are inserted one by one; for more, all texts are sorted again. */
const aFew = 32

/**
 * The ids of rows in two orders, by their beginnings and by their ends. A text with one mistake begins or ends like the
 * intended id, so that the intended id is its neighbour in one of the orders.
 */
export class Neighbours implements Follower<Row> {
  /** Each text, and each text reversed. */
  #orders: readonly [string[], string[]] = [[], []]
  /** Not yet inserted. */
  #added: string[] = []

  added({ id }: Row): void {
    this.#added.push(id)
  }

  removed({ id }: Row): void {
    this.#putIn()
    for (const [order, text] of this.#each(id)) order.splice(placeOf(text, order), 1)
  }

  replaced(): void {}

  cleared(): void {
    this.#orders = [[], []]
    this.#added = []
  }

  /** The texts with the most similar beginning or end. The cost does not depend on their number. */
  around(text: string): readonly string[] {
    this.#putIn()
    const [forward, backward] = this.#each(text).map(([order, form]) => {
      const place = placeOf(form, order)
      return order.slice(Math.max(0, place - onEachSide), place + onEachSide)
    })
    return [...new Set([...(forward ?? []), ...(backward ?? []).map(reversed)])]
  }

  #each(text: string): readonly (readonly [order: string[], form: string])[] {
    const [forward, backward] = this.#orders
    return [
      [forward, text],
      [backward, reversed(text)],
    ]
  }

  #putIn(): void {
    const added = this.#added
    this.#added = []
    if (added.length <= aFew) {
      for (const id of added)
        for (const [order, text] of this.#each(id)) order.splice(placeOf(text, order), 0, text)
      return
    }
    for (const id of added) for (const [order, text] of this.#each(id)) order.push(text)
    for (const order of this.#orders) order.sort()
  }
}

/** By code units, as the order of `sort` is. */
const reversed = (text: string): string => text.split('').reverse().join('')

/** Position of the first that does not come before `text`. */
const placeOf = (text: string, order: readonly string[]): number =>
  firstPosition(order.length, (position) => (order[position] ?? '') < text)
