/** Patterns of paths, as the rows of house.ts write them: `*`, `**` and `{a,b}`. */

const matchers = new WeakMap<readonly string[], (file: string) => boolean>()

/** Returns a test of whether a file fits one of the patterns. It is cached: rules are asked thousands of times. */
export function matcher(paths: readonly string[]): (file: string) => boolean {
  const known = matchers.get(paths)
  if (known) return known
  const patterns = paths.map((path) => {
    const pattern = path
      .replace(/\./g, '\\.')
      .replace(/\{(.+?)\}/g, (_, words: string) => `(?:${words.replaceAll(',', '|')})`)
      .replace(/\*\*|\*/g, (stars) => (stars === '**' ? '.*' : '[^/]*'))
    return new RegExp(`^${pattern}$`)
  })
  const fits = (file: string): boolean => patterns.some((pattern) => pattern.test(file))
  matchers.set(paths, fits)
  return fits
}

/** The patterns without braces that a pattern with braces means: `{a,b}.ts` is `a.ts` and `b.ts`. */
const spellings = (path: string): readonly string[] => {
  const found = /\{(.+?)\}/.exec(path)
  if (!found?.[1]) return [path]
  const before = path.slice(0, found.index)
  const after = path.slice(found.index + found[0].length)
  return found[1].split(',').flatMap((word) => spellings(`${before}${word}${after}`))
}

/** The patterns that fit none of the files: each part in braces has to fit one. */
export const patternsWithoutFile = (paths: readonly string[], files: readonly string[]): readonly string[] =>
  [...new Set(paths.flatMap(spellings))].filter((path) => !files.some(matcher([path])))
