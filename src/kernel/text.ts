/** Texts for people: names that differ by few letters, patterns, lines. */

/** Number of letters to change, add, remove or swap to make one text from the other (Damerau, Levenshtein). */
export const distance = (a: string, b: string): number => {
  let above: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const replaced = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])
      const swapped = isSwap ? (above[j - 2] ?? 0) + 1 : replaced
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    above = row
    row = next
  }
  return row[b.length] ?? 0
}

/** Only the first letters of long names are compared. */
const lettersMax = 80

/** The nearest names, nearest first, among those that share more than half of their letters with the text. */
export const nearest = (name: string, names: readonly string[], count: number): readonly string[] => {
  const meant = name.slice(0, lettersMax)
  return names
    .map((candidate) => ({ candidate, away: distance(meant, candidate.slice(0, lettersMax)) }))
    .filter(
      ({ candidate, away }) => away * 2 < Math.max(meant.length, Math.min(candidate.length, lettersMax)),
    )
    .sort((a, b) => a.away - b.away)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

/** The end of a message about an unknown name: `: did you mean order?`, or the list of names. */
export const meant = (name: string, names: readonly string[], known: readonly string[] = names): string => {
  const near =
    nearest(name, names, 1)[0] ?? (name.length > 1 ? names.find((one) => one.startsWith(name)) : undefined)
  return near === undefined ? `: there are ${known.join(', ')}` : `: did you mean ${near}?`
}

/** A name of the caller's has at most 40 characters where it is shown. */
export const cutName = (name: string): string => (name.length <= 40 ? name : `${name.slice(0, 37)}...`)

/** The first texts that fit into a length, and the number of the others: `foo, bar, and 14 more`. */
export const listed = (texts: readonly string[], separator: string, lengthMax: number): string => {
  const whole = texts.join(separator)
  if (whole.length <= lengthMax) return whole
  const restOf = (count: number): string => (count === 0 ? '' : `${separator}and ${count} more`)
  let shown = ''
  for (const [i, text] of texts.entries()) {
    const next = i === 0 ? text : `${shown}${separator}${text}`
    const rest = restOf(texts.length - i - 1)
    // A text that does not even fit alone is cut.
    if (i === 0 && next.length + rest.length > lengthMax)
      return `${text.slice(0, lengthMax - rest.length - 3)}...${rest}`
    if (next.length + rest.length > lengthMax) return `${shown}${restOf(texts.length - i)}`
    shown = next
  }
  return shown
}

/** The end of a message about an unknown id: `: there are snap_2, snap_1`. */
export const thereAre = (ids: readonly string[]): string =>
  ids.length === 0 ? ': there is none' : `: there are ${listed(ids, ', ', 200)}`

/** `charge.*` matches `charge.complete`; a pattern without a star matches only itself. */
export const fits = (pattern: string, text: string): boolean => {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === text
  if (!text.startsWith(first)) return false
  let from = first.length
  const last = rest.pop() ?? ''
  for (const part of rest) {
    const at = text.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return text.length - last.length >= from && text.endsWith(last)
}

/** `failure_code` for `failureCode`, `require_3ds` for `require3ds`. */
export const toSnakeCase = (name: string): string =>
  name.replace(/[A-Z]|(?<=[a-z])\d/g, (letter) => `_${letter.toLowerCase()}`)

/** `pay-charge` for `payCharge`. */
export const toKebabCase = (name: string): string => toSnakeCase(name).replaceAll('_', '-')

/** `failureCode` for `failure_code`. */
export const toCamelCase = (name: string): string =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** The same members under other names: `renamed({ failureCode }, toSnakeCase)`. */
export const renamed = <V = unknown>(given: object, naming: (name: string) => string): Record<string, V> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [naming(name), value]))

/** `1 call`, `2 calls`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** The width of a terminal that needs no setting. */
export const pageWidth = 80

/** Words on lines of up to `width` characters. A longer word gets its own line. */
export const wrapped = (text: string, width: number): readonly string[] => filled(text.split(/\s+/), width)

/** Wraps pieces that must not be broken. */
export const filled = (pieces: readonly string[], width: number): readonly string[] => {
  const lines: string[] = []
  let line = ''
  for (const piece of pieces) {
    if (line !== '' && line.length + 1 + piece.length > width) {
      lines.push(line)
      line = piece
    } else line = line === '' ? piece : `${line} ${piece}`
  }
  return line === '' ? lines : [...lines, line]
}

/** The text of a part of an address. A % that encodes nothing is a literal %. */
export const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
