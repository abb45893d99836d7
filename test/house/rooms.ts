/** Rooms are the folders and loose files at the top of `src`; an arrow leads from a room to one that it imports. */
import ts from 'typescript'
import { rooms as order } from '../support/house'
import { resolve, roomOf } from '../support/inspect'
import { importsOf, nodesOf } from '../support/syntax'

interface Source {
  readonly file: string
  readonly text: string
}

interface Rooms {
  readonly rooms: readonly string[]
  /** Pairs of rooms as `from -> to`, each once; an import of types is one too. */
  readonly arrows: readonly string[]
  /** The arrows to a room that is not below, in the order of the house. */
  readonly up: readonly string[]
}

/** The rooms that a file imports, its own among them. */
const targetsOf = ({ file, text }: Source, known: ReadonlySet<string>): readonly string[] => {
  if (file.endsWith('.css')) return []
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return importsOf(tree, nodesOf(tree))
    .filter(({ from }) => from.startsWith('.'))
    .map(({ from }) => resolve(file, from, known))
    .filter((target) => target.startsWith('src/'))
    .map(roomOf)
}

export const roomsIn = (sources: readonly Source[]): Rooms => {
  const code = sources.filter(({ file }) => /^src\/.*\.(?:tsx?|css)$/.test(file))
  const known = new Set(code.map(({ file }) => file))
  const rooms = [...new Set(code.map(({ file }) => roomOf(file)))]
  const heightOf = (room: string): number => order.findIndex(({ name }) => name === room)
  const arrows = new Set<string>()
  const up = new Set<string>()
  for (const source of code)
    for (const to of targetsOf(source, known)) {
      const from = roomOf(source.file)
      if (from === to) continue
      arrows.add(`${from} -> ${to}`)
      if (heightOf(from) < heightOf(to)) up.add(`${from} -> ${to}`)
    }
  return { rooms, arrows: [...arrows], up: [...up] }
}
