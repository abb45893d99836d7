/** A run as a drawing: lanes from left to right, time from top to bottom. */
import { filled } from '../../kernel/text'
import { type StoryArrow, type StoryNote, type StoryStep, shortened } from './steps'
import type { StoryLane } from './story'

/** In units of the drawing, as all lengths here. */
const [letter, line, padding] = [7.25, 15, 7]
const laneGap = 284
/** No arrow leads from one of these to the lane before it. */
const nearLanes: ReadonlySet<StoryLane> = new Set(['recover', 'application'])
const nearGap = 160
const margin = 96
const headHeight = 32
/** An arrow's name stands on its line. */
const arrowGap = 11
const noteGap = 9
const barWidth = 8

const px = (value: number): number => Math.round(value * 10) / 10

/** A word that is longer than a line, such as an address, is broken. */
const linesOf = (text: string, width: number): readonly string[] => {
  const letters = Math.floor(width / letter)
  const pieces = text.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${letters}}`, 'gsu')) ?? [])
  return filled(pieces, letters)
}

interface LinesProps {
  readonly lines: readonly string[]
  readonly x: number
  readonly y: number
  readonly tone?: 'wrong' | undefined
}

const Lines = ({ lines, x, y, tone }: LinesProps) => (
  <text x={px(x)} y={px(y)} class={tone}>
    {lines.map((text, i) =>
      i === 0 ? (
        text
      ) : (
        <tspan x={px(x)} dy={line}>
          {text}
        </tspan>
      ),
    )}
  </text>
)

/** What the drawing knows from its top to where it is. */
class DrawingSheet {
  readonly width: number
  y = headHeight + 14
  /** What is lost, above all else. */
  loses = ''
  readonly #at: ReadonlyMap<StoryLane, number>
  /** The bars of what is not answered yet. */
  readonly #open = new Map<number, { readonly lane: StoryLane; readonly x: number; readonly y: number }>()
  readonly #paths = { asks: '', answers: '', bars: '', heads: '' }

  constructor(lanes: readonly (readonly [StoryLane, string])[]) {
    let x = margin
    this.#at = new Map(
      lanes.map(([lane], i) => {
        if (i > 0) x += nearLanes.has(lane) ? nearGap : laneGap
        return [lane, x]
      }),
    )
    this.width = x + margin
  }

  x(lane: StoryLane | undefined): number {
    return this.#at.get(lane ?? 'service') ?? margin
  }

  arrow({ from, to, text, isAnswer, isLost, exchange, isBroken }: StoryArrow) {
    const [tail, tip] = [this.x(from), this.x(to)]
    const way = Math.sign(tip - tail)
    const lines = linesOf(isBroken ? `✗ ${text}` : text, Math.abs(tip - tail) - 4 * padding)
    const top = this.y + line
    this.y = top + (lines.length - 1) * line + 5
    const bar = this.#open.get(exchange)
    const isBusy = !isAnswer || [...this.#open.values()].some(({ lane }) => lane === to)
    const end = tip - way * (isLost ? 20 : isBusy ? barWidth / 2 : 0)
    const start = isAnswer ? (bar?.x ?? tail) + (way * barWidth) / 2 : tail
    const stroke = `M${px(start)} ${this.y}H${px(end)}`
    if (isLost) this.loses += `${stroke}m-5-5l10 10m0-10l-10 10`
    else {
      this.#paths[isAnswer ? 'answers' : 'asks'] += stroke
      this.#paths.heads += `M${px(end - 7 * way)} ${this.y - 4}L${px(end)} ${this.y}L${px(end - 7 * way)} ${this.y + 4}`
    }
    if (isAnswer) this.#close(exchange)
    else if (!isLost) this.#opens(exchange, to)
    this.y += arrowGap
    return <Lines lines={lines} x={(tail + tip) / 2} y={top} tone={isBroken ? 'wrong' : undefined} />
  }

  #opens(exchange: number, lane: StoryLane): void {
    const others = [...this.#open.values()].filter((bar) => bar.lane === lane).length
    this.#open.set(exchange, { lane, x: this.x(lane) + others * (barWidth - 2), y: this.y })
  }

  #close(exchange: number): void {
    const bar = this.#open.get(exchange)
    if (bar === undefined) return
    this.#open.delete(exchange)
    this.#paths.bars += `M${px(bar.x - barWidth / 2)} ${bar.y}h${barWidth}V${this.y}h${-barWidth}z`
  }

  note({ type, lanes: [one, other], text, isBroken = false }: StoryNote) {
    const isFault = type === 'fault'
    // What is answered meanwhile is not seen.
    if (type === 'gap') this.#open.clear()
    const middle = (this.x(one) + this.x(other ?? one)) / 2
    const widest = isFault ? laneGap - 2 * padding : laneGap - 4 * padding
    const lines = linesOf(isFault ? `⚡ ${text}` : isBroken ? `✗ ${text}` : text, widest - 2 * padding)
    const longest = Math.max(...lines.map(({ length }) => length))
    const width = isFault ? widest : Math.min(widest, longest * letter + 2 * padding)
    const x = Math.min(Math.max(middle - width / 2, 4), this.width - width - 4)
    const top = this.y
    const height = lines.length * line + padding
    this.y += height + noteGap
    return (
      <g class={isBroken ? 'wrong' : type}>
        <rect x={px(x)} y={top} width={px(width)} height={height} rx={isFault ? 5 : 9} />
        <Lines lines={lines} x={x + width / 2} y={top + line} />
      </g>
    )
  }

  /** What broke, across all lanes. */
  broke(texts: readonly string[]) {
    const shown = texts.map((text) => linesOf(text, this.width - 8 * padding))
    return shown.map((lines) => {
      const top = this.y
      const height = lines.length * line + 2 * padding
      this.y += height + noteGap
      return (
        <g class="broke">
          <rect x={4} y={top} width={this.width - 8} height={height} rx={6} />
          <Lines lines={lines} x={this.width / 2} y={top + padding + line - 3} />
        </g>
      )
    })
  }

  /** One path each for arrows, their heads, and bars: they are most of a drawing. */
  get paths() {
    return Object.entries(this.#paths).map(([name, path]) =>
      path === '' ? null : <path class={name} d={path} />,
    )
  }
}

interface DrawingOptions {
  readonly title: string
  /** What was wrong in the end, one text each. */
  readonly broke: readonly string[]
  /** How many steps it may have. */
  readonly most: number
}

export const sequenceDrawing = (
  lanes: readonly (readonly [StoryLane, string])[],
  steps: readonly StoryStep[],
  { title, broke, most }: DrawingOptions,
) => {
  const sheet = new DrawingSheet(lanes)
  const shown = shortened(steps, most)
  const drawn = shown.map((step) => (step.type === 'arrow' ? sheet.arrow(step) : sheet.note(step)))
  // A fault is drawn next to its call: what comes before is as without it.
  const struck = Math.max(0, shown.findIndex(({ type }) => type === 'fault') - 1)
  const bottom = sheet.y
  const ends = sheet.broke(broke)
  return (
    <svg viewBox={`0 0 ${sheet.width} ${sheet.y}`} width={sheet.width} height={sheet.y}>
      <title>{title}</title>
      <path class="lanes" d={lanes.map(([lane]) => `M${sheet.x(lane)} ${headHeight}V${bottom}`).join('')} />
      {lanes.map(([lane, name]) => (
        <g class="head">
          <rect x={sheet.x(lane) - 74} y={4} width={148} height={28} rx={7} />
          <text x={sheet.x(lane)} y={22}>
            {name}
          </text>
        </g>
      ))}
      {sheet.paths}
      <g class="quiet">{drawn.slice(0, struck)}</g>
      {drawn.slice(struck)}
      {sheet.loses === '' ? null : <path class="loses" d={sheet.loses} />}
      {ends}
    </svg>
  )
}
