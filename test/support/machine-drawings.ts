/** Draws the state machines when `npm run docs` runs: the pages only show the drawings. */
import dagre from '@dagrejs/dagre'
import type { AnyMachine } from '../../src/kernel/machine'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What a line passes, by its middle: it is straight for half of its height above and below. */
interface Stop {
  readonly x: number
  readonly y: number
  readonly half: number
}

/** The length of the head of an arrow. */
const headLength = 6

const round = (value: number): number => Math.round(value * 10) / 10

/** The moves that leave a state as it is, in words. */
const staysText = ({ rules }: AnyMachine, state: string): string => {
  const stays = rules.filter(({ from, to }) => to === state && from.includes(state))
  return stays.length === 0 ? '' : `↻ ${stays.map(({ on }) => on.replaceAll('_', ' ')).join(', ')}`
}

const longest = (words: readonly string[]): number => Math.max(...words.map(({ length }) => length))

const stopAt = ({ x, y, height }: Box): Stop => ({ x, y, half: height / 2 })

/** States and moves are boxes: states that share a move share its name and its way on. The style sheet has the sizes of text. */
const layOut = (table: AnyMachine) => {
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ nodesep: 6, edgesep: 4, ranksep: 14, marginx: 4, marginy: 4 })
  for (const state of table.states) {
    const words = state.split('_')
    const stays = staysText(table, state)
    const width = Math.max(longest(words) * 7.3, stays.length * 6.3) + 20
    const lines = words.length + (stays === '' ? 0 : 1)
    graph.setNode(`state-${state}`, { width, height: 14 + 14 * lines })
  }
  for (const { on, from, to } of table.rules) {
    const others = from.filter((state) => state !== to)
    if (others.length === 0) continue
    const words = on.split('_')
    graph.setNode(`move-${on}`, { width: longest(words) * 6.3 + 8, height: 4 + 12 * words.length })
    // The move of one state is close to it.
    const weight = others.length === 1 ? 4 : 1
    for (const state of others) graph.setEdge(`state-${state}`, `move-${on}`, { weight })
    graph.setEdge(`move-${on}`, `state-${to}`, { weight: 2 })
  }
  dagre.layout(graph)
  const boxes = graph.nodes().map((id): Box & { id: string } => ({ id, ...(graph.node(id) as Box) }))
  const halfAt = (y: number): number =>
    Math.max(0, ...boxes.filter((box) => box.y === y).map(({ height }) => height / 2))
  const lines = graph.edges().map((edge) => {
    const [start, end] = [graph.node(edge.v) as Box, graph.node(edge.w) as Box]
    const { points } = graph.edge(edge) as { points: readonly { x: number; y: number }[] }
    const passed = points.slice(1, -1).map(({ x, y }): Stop => ({ x, y, half: halfAt(y) }))
    const stops = [stopAt(start), ...passed.filter(({ half }) => half > 0), stopAt(end)]
    return { from: edge.v, to: edge.w, stops }
  })
  return { boxes, lines }
}

/** Straight where it passes a row, curved between the rows. */
const way = (stops: readonly Stop[], hasHead: boolean): string =>
  stops
    .slice(1)
    .map((to, i) => {
      const from = stops[i] ?? to
      const down = Math.sign(to.y - from.y)
      const isLast = i === stops.length - 2
      const start = round(from.y + down * from.half)
      const end = round(to.y - down * (to.half + (isLast && hasHead ? headLength - 1 : 0)))
      const middle = round((start + end) / 2)
      const [x1, x2] = [round(from.x), round(to.x)]
      const bend = x1 === x2 ? `V${end}` : `C${x1} ${middle} ${x2} ${middle} ${x2} ${end}`
      return `${i === 0 ? `M${x1} ` : 'V'}${start}${bend}`
    })
    .join('')

const head = (stops: readonly Stop[]): string => {
  const [before, to] = stops.slice(-2)
  if (before === undefined || to === undefined) return ''
  const down = Math.sign(to.y - before.y)
  const tip = round(to.y - down * to.half)
  return `<path class="head" d="M${round(to.x)} ${tip}l-3.5 ${-down * headLength}h7Z"/>`
}

/** The words of a name, one below the other around a middle. */
const texts = (words: readonly string[], x: number, y: number, gap: number): string =>
  words
    .map(
      (word, i) =>
        `<text x="${round(x)}" y="${round(y + (i - (words.length - 1) / 2) * gap)}">${word}</text>`,
    )
    .join('')

/**
 * The elements of the drawing. The last class of each says what it is about: `from-paid` is a line from a state to a
 * move, `move-capture` the name of a move and the line from it, `state-paid` a state.
 */
export const drawMachine = (table: AnyMachine) => {
  const { boxes, lines } = layOut(table)
  const edges = lines.map(({ from, to, stops }) => {
    const isIn = to.startsWith('move-')
    const key = isIn ? from.replace('state-', 'from-') : from
    return `<g class="edge ${key}"><path class="way" d="${way(stops, !isIn)}"/>${isIn ? '' : head(stops)}</g>`
  })
  const nodes = boxes.map(({ id, x, y, width, height }) => {
    const [kind, name = ''] = id.split('-')
    const words = name.split('_')
    if (kind === 'move') return `<g class="action ${id}">${texts(words, x, y, 12)}</g>`
    const stays = staysText(table, name)
    const rect = `<rect x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${height}" rx="8"/>`
    const below = stays === '' ? '' : `<g class="action">${texts([stays], x, y + height / 2 - 13, 0)}</g>`
    const look = table.final.includes(name) ? 'node is-final' : 'node'
    return `<g class="${look} ${id}">${rect}${texts(words, x, stays === '' ? y : y - 6, 14)}${below}</g>`
  })
  const xs = [
    ...boxes.map(({ x, width }) => x + width / 2),
    ...lines.flatMap(({ stops }) => stops.map(({ x }) => x)),
  ]
  const left = Math.min(...boxes.map(({ x, width }) => x - width / 2), ...xs) - 4
  const width = Math.ceil(Math.max(...xs) + 4 - left)
  const height = Math.ceil(Math.max(...boxes.map(({ y, height: tall }) => y + tall / 2)) + 4)
  return { width, height, left: Math.floor(left), parts: [...edges, ...nodes] }
}
