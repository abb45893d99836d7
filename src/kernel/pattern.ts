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
