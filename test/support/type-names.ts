/** Names of types that several files declare: a reader who knows one of them misreads the other. */

interface Source {
  readonly file: string
  readonly text: string
}

const declared = /^(?:export )?(?:abstract )?(?:type|interface|class) ([A-Z]\w*)/gm

/** Each as `Name: file, file`. */
export const sharedTypeNamesIn = (sources: readonly Source[]): readonly string[] => {
  const homes = new Map<string, string[]>()
  for (const { file, text } of sources)
    for (const [, name = ''] of text.matchAll(declared)) homes.set(name, [...(homes.get(name) ?? []), file])
  return [...homes]
    .filter(([, found]) => found.length > 1)
    .map(([name, found]) => `${name}: ${found.join(', ')}`)
}
