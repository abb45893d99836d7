import { once } from '../kernel/json'

/**
 * Text as the words that can be searched for (assumption `search-words`). Letters, digits and the underscore make
 * words, in lower case; everything else stands between them. Records and queries are read alike.
 */
const thai = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const eastAsian = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc'

/** Scripts that put no space between words: each letter counts as one, and a word is found as a phrase of them. */
const unspaced = `[${thai}${eastAsian}]\\p{M}*`
const word = once(() => new RegExp(`${unspaced}|(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}_])+`, 'gu'))

export const isAscii = (text: string): boolean => {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 127) return false
  return true
}

/** By character code: the letter, digit or underscore in lower case, as a code; 0 for what is in no word. */
export const letterOf = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code)
  return /\w/.test(letter) ? letter.toLowerCase().charCodeAt(0) : 0
})

/** Upper case first: so `Straße` is `STRASSE`, and a sigma is the same wherever it stands. */
export const foldCase = (text: string): string => text.toUpperCase().toLowerCase().normalize('NFC')

export const wordsOf = (text: string): string[] =>
  isAscii(text) ? asciiWordsOf(text.toLowerCase()) : (foldCase(text).match(word()) ?? [])

/** The words of a text that is nothing but letters, digits and underscores of ASCII, and spaces; otherwise `null`. */
export const plainWordsOf = (text: string): string[] | null => {
  let spaced = text === ''
  let upper = false
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    const letter = letterOf[code]
    if (letter === code) continue
    if (code === 32) spaced = true
    else if (letter === undefined || letter === 0) return null
    else upper = true
  }
  const lower = upper ? text.toLowerCase() : text
  return spaced ? asciiWordsOf(lower) : [lower]
}

const asciiWordsOf = (lower: string): string[] => {
  const words: string[] = []
  let start = -1
  for (let i = 0; i < lower.length; i += 1) {
    if (letterOf[lower.charCodeAt(i)] !== 0) {
      if (start === -1) start = i
    } else if (start !== -1) {
      words.push(lower.slice(start, i))
      start = -1
    }
  }
  if (start !== -1) words.push(start === 0 ? lower : lower.slice(start))
  return words
}
