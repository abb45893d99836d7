import type { AnyMachine } from '../../../kernel/machine'
import { drawingOf, type Point, staysText, wordsOf } from './machine-layout'
import { toneOf } from './values'

interface MachineProps {
  readonly machine: AnyMachine
  /** The state to show as the present one. */
  readonly at?: string
}

/** The length of the head of an arrow. */
const head = 6

const rounded = (value: number): number => Math.round(value * 10) / 10

/** A line through its points: straight where it passes a row, curved between the rows. */
const pathOf = (points: readonly Point[], hasHead: boolean): string => {
  const parts = points.slice(1).map((to, i) => {
    const from = points[i] ?? to
    const down = Math.sign(to.y - from.y)
    const start = from.y + down * from.half
    const isLast = i === points.length - 2
    const end = to.y - down * (to.half + (isLast && hasHead ? head - 1 : 0))
    const middle = rounded((start + end) / 2)
    const curve = `C${rounded(from.x)} ${middle} ${rounded(to.x)} ${middle} ${rounded(to.x)} ${rounded(end)}`
    const pass = isLast ? '' : `V${rounded(to.y + down * to.half)}`
    return `${i === 0 ? `M${rounded(from.x)} ${rounded(start)}` : ''}${curve}${pass}`
  })
  return parts.join('')
}

const headOf = (points: readonly Point[]): string => {
  const to = points.at(-1)
  const from = points.at(-2)
  if (to === undefined || from === undefined) return ''
  const down = Math.sign(to.y - from.y)
  const tip = rounded(to.y - down * to.half)
  const back = rounded(tip - down * head)
  return `M${rounded(to.x)} ${tip}L${rounded(to.x - 3.5)} ${back}H${rounded(to.x + 3.5)}Z`
}

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
    ? `Now ${wordsOf(at)}: no move leads on.`
    : `Now ${wordsOf(at)}. Moves: ${moves.join('; ')}.`
}

const classes = (...names: readonly (string | false)[]): string => names.filter(Boolean).join(' ')

/** The states of a record and the moves between them, drawn from the table of transitions. */
export const Machine = ({ machine, at }: MachineProps) => {
  const { width, height, states, moves, lines } = drawingOf(machine)
  const open = new Set(
    machine.rules
      .filter(({ from, to }) => at !== undefined && to !== at && from.includes(at))
      .map(({ on }) => on),
  )
  const names = { title: `machine-${machine.name}`, desc: `machine-${machine.name}-words` }
  return (
    <svg
      class={classes('machine', at !== undefined && 'has-state')}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-labelledby={names.title}
      aria-describedby={names.desc}
    >
      <title id={names.title}>{`States of a ${machine.name}`}</title>
      <desc id={names.desc}>{describe(machine, at)}</desc>
      {lines.map(({ action, from, to, points }) => {
        const isOpen = open.has(action) && (from === null || from === at)
        return (
          <g class={classes('edge', isOpen && 'is-open')}>
            <path class="way" d={pathOf(points, to !== null)} />
            {to === null ? null : <path class="head" d={headOf(points)} />}
          </g>
        )
      })}
      {moves.map(({ name, x, y }) => (
        <text class={classes('action', open.has(name) && 'is-open')} x={rounded(x)} y={rounded(y)}>
          {wordsOf(name)}
        </text>
      ))}
      {states.map(({ name, x, y, width: wide, height: high, stays }) => (
        <g
          class={classes(
            'node',
            machine.final.includes(name) && 'is-final',
            name === at && `is-here ${toneOf(name)}`,
          )}
        >
          <rect x={rounded(x - wide / 2)} y={rounded(y - high / 2)} width={wide} height={high} rx="8" />
          <text x={rounded(x)} y={rounded(stays.length === 0 ? y : y - 6)}>
            {wordsOf(name)}
          </text>
          {stays.length === 0 ? null : (
            <text class={classes('action', name === at && 'is-open')} x={rounded(x)} y={rounded(y + 9)}>
              {staysText(stays)}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}
