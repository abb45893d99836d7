import { once } from '../kernel/json'

/**
 * Text as the words that can be searched for (assumption `search-words`). Letters, digits and the underscore make
 * words, in lower case; everything else separates them. Records and queries are read alike.
 */
const thai = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const eastAsian = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc'

/** Scripts that put no space between words: each letter counts as one, and a word is found as a phrase of them. */
const unspaced = `[${thai}${eastAsian}]\\p{M}*`
const anyWord = once(() => new RegExp(`${unspaced}|(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}_])+`, 'gu'))

const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text)

/** Upper case first: so `Straße` equals `STRASSE`. A sigma is the same wherever it occurs. */
const foldAny = (text: string): string =>
  text.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')

export const foldCase = (text: string): string => (isAscii(text) ? text.toLowerCase() : foldAny(text))

export const wordsOf = (text: string): readonly string[] =>
  (isAscii(text) ? text.toLowerCase().match(/\w+/g) : foldAny(text).match(anyWord())) ?? []
