import { UndoLog } from '../../src/kernel/commit'
import { Ids } from '../../src/kernel/ids'
import { Timeline } from '../../src/kernel/timeline'
import { Accounts } from '../../src/service/accounts'
import type { CardRow } from '../../src/service/resources/card/model'
import type { ChargeRow } from '../../src/service/resources/charge/model'
import { kindOf } from '../../src/service/resources/registry'
import type { World } from '../../src/service/world'

/** One record as other engines are given it: all its text in one field, which is the easiest for them. */
export interface Doc {
  readonly id: number
  readonly text: string
  readonly amount: number
}

/** One search. Only one of the parts may be there. */
export interface Search {
  readonly words: string
  /** The words must be adjacent and in this order. */
  readonly phrase: boolean
  /** Base units, both ends included. */
  readonly amount: readonly [low: number, high: number] | null
}

const start = Date.UTC(2026, 0, 1)
const drinks = ['coffee', 'tea', 'cocoa', 'juice', 'water']
const kinds = ['dark', 'light', 'green', 'cold', 'iced']
const forms = ['roast', 'blend', 'brew', 'syrup', 'powder']

/** The same numbers in every run, without any pattern that an index could like. */
const noise = (i: number, most: number): number => ((Math.imul(i + 1, 2654435761) >>> 0) % 1_000_003) % most
const pick = (words: readonly string[], n: number): string => words[n % words.length] ?? ''

const describe = (i: number): string =>
  `Order ${i}: ${pick(drinks, noise(i, 97))} ${pick(kinds, noise(i * 3, 89))} ${pick(forms, noise(i * 7, 83))} for table ${noise(i, 40)}`

const metadataOf = (i: number, size: number) => ({
  order_id: `A-${100_000 + i}`,
  sku: `sku${noise(i, size / 5)}`,
  note: `${pick(forms, noise(i * 11, 79))} ${pick(kinds, noise(i * 13, 73))} please`,
})

const amountOf = (i: number): number => 20 + noise(i * 17, 2000)

export const docsOf = (size: number): readonly Doc[] =>
  Array.from({ length: size }, (_, id) => {
    const values = Object.values(metadataOf(id, size)).join(' ')
    return { id, text: `chrg_test_${id} Somchai Prasert ${describe(id)} ${values}`, amount: amountOf(id) }
  })

/** The same as charges, made from one that the API made. */
export const chargesOf = (size: number, model: ChargeRow): readonly ChargeRow[] =>
  Array.from({ length: size }, (_, i) => ({
    ...model,
    id: `chrg_test_${i}`,
    createdAt: start + i * 1000,
    amount: amountOf(i) * 100,
    description: describe(i),
    metadata: metadataOf(i, size),
  }))

export const worldWith = (size: number, model: ChargeRow, cards: readonly CardRow[]): World => {
  const undo = new UndoLog()
  const timeline = new Timeline(() => start + size * 1000, undo)
  const related = (world: World, object: string, row: { id: string; createdAt: number }) =>
    kindOf(object).related(world, row)
  const accounts = new Accounts({ timeline, ids: new Ids('bench'), undo, related })
  const world = accounts.world(undo.run(() => accounts.create({})).id, false)
  world.cards.load(cards)
  world.charges.load(chargesOf(size, model))
  return world
}

/** Each gives another one every time, so that nothing is answered from the last answer. */
export const searches: {
  readonly [name: string]: (n: number, size: number) => Search
} = {
  'a rare word': (n, size) => ({ words: `sku${noise(n, size / 5)}`, phrase: false, amount: null }),
  'a phrase': (n) => ({
    words: `${pick(kinds, n)} ${pick(forms, Math.floor(n / 5))}`,
    phrase: true,
    amount: null,
  }),
  'a range': (n) => ({ words: '', phrase: false, amount: [100 + (n % 50), 300 + (n % 50)] }),
  'two words and a range': (n) => ({
    words: `${pick(drinks, n)} ${pick(kinds, Math.floor(n / 5))}`,
    phrase: false,
    amount: [100 + (n % 50), 300 + (n % 50)],
  }),
  nothing: (n) => ({ words: `nobody${n}`, phrase: false, amount: null }),
  everything: () => ({ words: 'order', phrase: false, amount: null }),
}
