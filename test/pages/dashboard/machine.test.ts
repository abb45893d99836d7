/** The drawing of a state machine, made from its table of transitions. */
import { describe, expect, it } from 'vitest'
import { machine } from '../../../src/kernel/machine'
import { Machine } from '../../../src/pages/dashboard/parts/machine'
import { drawingOf, wordsOf } from '../../../src/pages/dashboard/parts/machine-layout'
import { machines } from '../../../src/service/resources/models'

const all = Object.values(machines).map((table) => [table.name, table] as const)
const drawn = (props: Parameters<typeof Machine>[0]): string => String(Machine(props))

/** Text between tags, without the title and the words for screen readers. */
const shownTexts = (svg: string): readonly string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text)

describe.each(all)('the drawing of a %s', (_, table) => {
  const { states, moves, width, height } = drawingOf(table)

  it('shows each state once, and each move once or inside of the state in which it stays', () => {
    const svg = drawn({ machine: table })
    const boxed = [...svg.matchAll(/<rect[^>]*><\/rect><text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
    expect(boxed.toSorted()).toEqual(table.states.map(wordsOf).toSorted())
    for (const { on } of table.rules)
      expect(shownTexts(svg).some((text) => text.includes(wordsOf(on)))).toBe(true)
  })

  it('puts no box over another one or over the edge', () => {
    const boxes = [...states, ...moves].map((box) => ({
      ...box,
      left: box.x - box.width / 2,
      right: box.x + box.width / 2,
      top: box.y - box.height / 2,
      bottom: box.y + box.height / 2,
    }))
    for (const [i, a] of boxes.entries()) {
      expect([a.left >= 0, a.top >= 0, a.right <= width, a.bottom <= height]).toEqual([
        true,
        true,
        true,
        true,
      ])
      for (const b of boxes.slice(i + 1))
        expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true)
    }
  })

  it('fits a phone', () => {
    expect(width).toBeLessThanOrEqual(420)
  })

  it.each(table.states)('marks the state %s and says where it leads', (at) => {
    const svg = drawn({ machine: table, at })
    expect(svg.match(/class="[^"]*is-here[^"]*"/g)).toHaveLength(1)
    const next = table.rules.filter(({ from }) => from.includes(at))
    for (const { on, to } of next) expect(svg).toContain(`${wordsOf(on)} to ${wordsOf(to)}`)
    if (next.length === 0) expect(svg).toContain(`Now ${wordsOf(at)}: no move leads on.`)
  })

  it('has no style of its own, only classes', () => {
    expect(drawn({ machine: table })).not.toMatch(/style=|<style|fill=|stroke=/)
  })
})

it('draws a move back to an earlier state upwards', () => {
  const table = machine({
    name: 'door',
    states: ['open', 'closed'],
    final: [],
    otherwise: { error: 'bad_request' },
    rules: [
      { on: 'close', from: ['open'], to: 'closed', emits: [], spec: '1' },
      { on: 'reopen', from: ['closed'], to: 'open', emits: [], spec: '1' },
    ],
  })
  const { lines } = drawingOf(table)
  const [first, last] = lines.filter(({ action }) => action === 'reopen').map(({ points }) => points)
  expect(first?.[0]?.y).toBeGreaterThan(first?.at(-1)?.y ?? 0)
  expect(last?.[0]?.y).toBeGreaterThan(last?.at(-1)?.y ?? 0)
})
