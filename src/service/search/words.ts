import { once } from '../../kernel/json'

/**
 * Splits text into searchable words (assumption `search-words`). Words consist of letters, digits and underscores, in
 * lower case; everything else separates them. Records and queries are split in the same way.
 */
const thai = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const eastAsian = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc'

/** Scripts that put no space between words: each letter counts as a word, and a real word is found as a phrase. */
const unspaced = `[${thai}${eastAsian}]\\p{M}*`
const anyWord = once(() => new RegExp(`${unspaced}|(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}_])+`, 'gu'))

const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text)

/** Converts to upper case first, so that `Straße` equals `STRASSE`. Both lower-case forms of sigma are equal. */
const foldAny = (text: string): string =>
  text.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')

export const foldCase = (text: string): string => (isAscii(text) ? text.toLowerCase() : foldAny(text))

export const wordsOf = (text: string): readonly string[] =>
  (isAscii(text) ? text.toLowerCase().match(/\w+/g) : foldAny(text).match(anyWord())) ?? []
