/** Values that a file exports and no other file names: unused code, or a detail that looks public. */

interface Source {
  readonly file: string
  readonly text: string
}

/** One name, or several in braces or brackets. Not `export default`, nor what a file passes on from another. */
const exported =
  /^export (?:(?:(?:async |abstract |const )?(?:const|let|function\*?|class|enum) )([A-Za-z_$][\w$]*)|(?:(?:const|let) )?[{[]([^}\]]*)[}\]](?! from))/gm

const inBraces = /\b(?:import|export) (?:type )?[^'"{;=]*\{([^}]*)\}/g
const ofAWhole = /\bimport\(|\brequire\(|\bimport \* as \w+ from '\./

/** The names that a file takes from others: any word of it, where it imports a module as a whole or on demand. */
const takenBy = (text: string): ReadonlySet<string> => {
  const taken = ofAWhole.test(text) ? text : [...text.matchAll(inBraces)].map(([, names]) => names).join()
  return new Set(taken.match(/[A-Za-z_$][\w$]*/g))
}

/** Each as `file: name`. Types are left out: an exported function needs those of its parameters to be named. */
export const unusedIn = (sources: readonly Source[]): readonly string[] => {
  const users = new Map<string, Set<string>>()
  for (const { file, text } of sources)
    for (const name of takenBy(text)) users.set(name, (users.get(name) ?? new Set()).add(file))
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(exported)]
      .flatMap(
        ([, one, several = '']) => one ?? several.replace(/=[^,]*/g, '').match(/[\w$]+(?=\s*(?:,|$))/g) ?? [],
      )
      .filter((name) => [...(users.get(name) ?? [])].every((user) => user === file))
      .map((name) => `${file}: ${name}`),
  )
}
