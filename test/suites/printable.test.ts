/** Contract 23: a text of others is shown without control characters. */
import { expect, it } from 'vitest'
import { cut, printable, quoted } from '../../src/suites/wording'

it.each([
  ['colours', '\x1b[1m\x1b[31mred\x1b[39m\x1b[22m', 'red'],
  ['moves of the cursor', 'one\x1b[2J\x1b[1;1Htwo\x1b[K', 'onetwo'],
  ['titles and links', '\x1b]0;title\x07a \x1b]8;;https://x.test\x07link\x1b]8;;\x07', 'a link'],
  ['other control characters', 'a\x00b\x07c\x08d\x7fe\x85f\x9b31mg', 'abcdefg'],
  ['changes of direction', 'a\u202eb\u2066c\u2069', 'abc'],
  ['halves of letters', 'a\ud83d b\udc00 😀', 'a\ufffd b\ufffd 😀'],
  ['carriage returns', '10%\r20%\r\ndone', '10%\n20%\ndone'],
])('a text is shown without %s', (_, given, shown) => {
  expect(printable(given)).toBe(shown)
})

it('keeps ends of lines, tabs and letters of all languages', () => {
  const text = 'ไทย 日本\n\tعربى 👩‍👩‍👧'
  expect(printable(text)).toBe(text)
})

it('is cut between letters, and its escape sequences before', () => {
  expect(cut('ab😀😀', 4)).toBe('ab…')
  expect(quoted(`\x1b[31m${'a'.repeat(9)}\x1b[39m`, 9)).toBe('a'.repeat(9))
})
