import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WordTable } from '../../src/search/word-table'
import { wordsOf } from '../../src/search/words'
import { runs } from '../support/arbitraries'

const numbersOf = (table: WordTable, text: string): readonly number[] => {
  const numbers = new Int32Array(text.length + 1)
  return [...numbers.subarray(0, table.write(text, numbers, 0))]
}

describe('words have numbers', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'Coffee',
      'coffee',
      'COFFEE',
      'crème',
      'CRE\u0300ME',
      'กาแฟ',
      'ß',
      'ss',
      'K',
      ' ',
      '-',
      '_',
    ),
    fc.string({ unit: fc.constantFrom('a', 'B', '0', '_', ' ', 'é'), maxLength: 4 }),
  )

  test('from one up, the same for the same word in any case, whatever the text around it', () => {
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 8 }), { maxLength: 30 }), (texts) => {
        const table = new WordTable()
        const model = new Map<string, number>()
        for (const pieces of texts) {
          const text = pieces.join('')
          const words = wordsOf(text)
          for (const word of words) if (!model.has(word)) model.set(word, model.size + 1)
          expect(numbersOf(table, text)).toEqual(words.map((word) => model.get(word)))
        }
        for (const [word, number] of model) expect(table.numberOf(word)).toBe(number)
        expect(table.numberOf('never')).toBeUndefined()
      }),
      runs(300),
    )
  })

  test('of their own even where their hashes are the same', () => {
    const table = new WordTable()
    // Known collisions of FNV-1a.
    const pairs = ['costarring liquid', 'declinate macallums', 'altarage zinke']
    expect(pairs.flatMap((text) => numbersOf(table, text))).toEqual([1, 2, 3, 4, 5, 6])
    expect(['liquid', 'zinke', 'costarring'].map((word) => table.numberOf(word))).toEqual([2, 6, 1])
  })

  test('of which there may be any number', () => {
    const table = new WordTable()
    const many = 20_000
    for (let i = 0; i < many; i += 1) table.write(`w${i} é${i}`, new Int32Array(2), 0)
    expect([table.numberOf('w0'), table.numberOf('é0')]).toEqual([1, 2])
    expect([table.numberOf(`w${many - 1}`), table.numberOf(`é${many - 1}`)]).toEqual([2 * many - 1, 2 * many])
    expect([table.numberOf(`w${many}`), table.numberOf(`é${many}`), table.numberOf('')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
