/** Values that a file exports and no other file names: unused code, or a detail that looks public. */

interface Source {
  readonly file: string
  readonly text: string
}

const exported = /^export (?:async )?(?:const|function|class) ([A-Za-z_$][\w$]*)/gm

/** Each as `file: name`. Types are left out: an exported function needs those of its parameters to be named. */
export const unusedIn = (sources: readonly Source[]): readonly string[] => {
  const users = new Map<string, number>()
  for (const { text } of sources)
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g))) users.set(word, (users.get(word) ?? 0) + 1)
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(exported)]
      .filter(([, name = '']) => users.get(name) === 1)
      .map(([, name]) => `${file}: ${name}`),
  )
}
