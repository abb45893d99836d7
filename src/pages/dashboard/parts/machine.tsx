import { raw } from 'hono/html'
import type { AnyMachine } from '../../../kernel/machine'
import drawn from './machine-drawings.json'
import { toneOf } from './values'

interface MachineProps {
  readonly machine: AnyMachine
  /** The state to show as the present one. */
  readonly at?: string
}

interface Drawing {
  readonly left: number
  readonly width: number
  readonly height: number
  /** SVG elements. The last class of each says which state or move it is about. */
  readonly parts: readonly string[]
}

/** By the name of the machine. `npm run docs` draws them. */
const drawings: { readonly [name: string]: Drawing } = drawn

const wordsOf = (name: string): string => name.replaceAll('_', ' ')

/** The drawing in words, for those who do not see it. */
const describe = ({ rules }: AnyMachine, at: string | undefined): string => {
  const shown = at === undefined ? rules : rules.filter(({ from }) => from.includes(at))
  const moves = shown.map(({ on, from, to }) =>
    at === undefined
      ? `${wordsOf(on)}: from ${from.map(wordsOf).join(' or ')} to ${wordsOf(to)}`
      : `${wordsOf(on)} to ${wordsOf(to)}`,
  )
  if (at === undefined) return `${moves.join('; ')}.`
  return moves.length === 0
    ? `Now ${wordsOf(at)}: no further moves.`
    : `Now ${wordsOf(at)}. Moves: ${moves.join('; ')}.`
}

/** Marks the present state, its moves and the lines to and from them. */
const marked = (svg: string, { rules }: AnyMachine, at: string): string => {
  const open = rules.filter(({ from, to }) => to !== at && from.includes(at))
  const marks = [
    [`state-${at}`, `is-here ${toneOf(at)}`],
    ...[`from-${at}`, ...open.map(({ on }) => `move-${on}`)].map((key) => [key, 'is-open']),
  ]
  return marks.reduce((text, [key, mark]) => text.replaceAll(`${key}"`, `${key} ${mark}"`), svg)
}

/** The states of a record and the moves between them. */
export const Machine = ({ machine, at }: MachineProps) => {
  const drawing = drawings[machine.name]
  if (drawing === undefined) throw new Error(`npm run docs has not drawn ${machine.name}`)
  const { left, width, height, parts } = drawing
  const svg = parts.join('')
  const names = { title: `machine-${machine.name}`, desc: `machine-${machine.name}-words` }
  return (
    <svg
      class="machine"
      viewBox={`${left} 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-labelledby={names.title}
      aria-describedby={names.desc}
    >
      <title id={names.title}>{`States of a ${machine.name}`}</title>
      <desc id={names.desc}>{describe(machine, at)}</desc>
      {raw(at === undefined ? svg : marked(svg, machine, at))}
    </svg>
  )
}
