/** Rooms are the folders and loose files at the top of `src`; an arrow leads from a room to one that it imports. */
import ts from 'typescript'
import { type Layer, layers } from '../support/house'
import { allows, layerOf, resolve } from '../support/inspect'
import { importsOf, nodesOf } from '../support/syntax'

interface Source {
  readonly file: string
  readonly text: string
}

interface Rooms {
  readonly rooms: readonly string[]
  /** Pairs of rooms as `from -> to`, each once; an import of types is one too. */
  readonly arrows: readonly string[]
  /** The arrows that the layers of the two rooms do not allow. */
  readonly up: readonly string[]
}

const roomOf = (file: string): string => file.split('/')[1] ?? ''

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
  /** The layer of a room is the highest one that a file of it belongs to. */
  const rooms = new Map<string, Layer | undefined>()
  for (const { file } of code) {
    const both = [rooms.get(roomOf(file)), layerOf(file)]
    rooms.set(
      roomOf(file),
      layers.findLast((layer) => both.includes(layer)),
    )
  }
  const arrows = new Set<string>()
  const up = new Set<string>()
  for (const source of code)
    for (const to of targetsOf(source, known)) {
      const from = roomOf(source.file)
      if (from === to) continue
      arrows.add(`${from} -> ${to}`)
      const [own, other] = [rooms.get(from), rooms.get(to)]
      if (own && other && own !== other && !allows(own, other, false)) up.add(`${from} -> ${to}`)
    }
  return { rooms: [...rooms.keys()], arrows: [...arrows], up: [...up] }
}
