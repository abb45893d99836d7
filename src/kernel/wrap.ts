/** The width of a terminal that needs no setting. */
export const pageWidth = 80

/** Words on lines of up to `width` characters. A longer word has a line of its own. */
export const wrapped = (text: string, width: number): readonly string[] => filled(text.split(/\s+/), width)

/** The same for pieces that must not be broken. */
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
