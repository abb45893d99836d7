/** The drawings of the state machines. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Machine } from '../../../src/pages/dashboard/parts/machine'
import { machines } from '../../../src/service/resources/models'
import { drawMachine } from '../../support/machine-drawings'

const tables = Object.values(machines)
const all = tables.map((table) => [table.name, table] as const)
const drawn = (props: Parameters<typeof Machine>[0]): string => String(Machine(props))

const numbersIn = (element: string): readonly number[] =>
  [...element.matchAll(/ (?:x|y|width|height)="([\d.]+)"/g)].map(([, number]) => Number(number))

/** What the class names, with its texts. */
const textsOf = (svg: string, key: string): readonly string[] => {
  const [, inner = ''] = new RegExp(`<g class="[^"]*${key}">(.*?)</g>`).exec(svg) ?? []
  return [...inner.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text)
}

it('the generated drawings are of the machines as they are now (npm run docs draws them)', async () => {
  const drawings = Object.fromEntries(tables.map((table) => [table.name, drawMachine(table)]))
  const file = join(import.meta.dirname, '../../../src/pages/dashboard/parts/machine-drawings.json')
  await expect(`${JSON.stringify(drawings, null, 2)}\n`).toMatchFileSnapshot(file)
})

describe.each(all)('the drawing of a %s', (_, table) => {
  const plain = (): string => drawn({ machine: table })
  const { left, width, height } = drawMachine(table)

  it('shows each state once, and each move once or inside of the state in which it stays', () => {
    const svg = plain()
    for (const state of table.states)
      expect(textsOf(svg, `state-${state}`)).toEqual(expect.arrayContaining(state.split('_')))
    expect(svg.match(/<rect/g)).toHaveLength(table.states.length)
    for (const { on, from, to } of table.rules) {
      if (from.some((state) => state !== to)) expect(textsOf(svg, `action move-${on}`)).toEqual(on.split('_'))
      if (from.includes(to)) expect(textsOf(svg, `state-${to}`).at(-1)).toMatch(on.replaceAll('_', ' '))
    }
  })

  it('puts no state over another one or over the edge', () => {
    const boxes = [...plain().matchAll(/<rect[^>]*>/g)].map(([rect]) => {
      const [x = 0, y = 0, wide = 0, high = 0] = numbersIn(rect)
      return { left: x, top: y, right: x + wide, bottom: y + high }
    })
    for (const [i, a] of boxes.entries()) {
      expect([a.left >= left, a.top >= 0, a.right <= left + width, a.bottom <= height]).not.toContain(false)
      for (const b of boxes.slice(i + 1))
        expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true)
    }
  })

  it('fits a phone', () => {
    expect(width).toBeLessThanOrEqual(420)
  })

  it.each(table.states)('marks the state %s and its moves, and says where they lead', (at) => {
    const marked = drawn({ machine: table, at })
    expect(marked.match(/class="[^"]*is-here[^"]*"/g)).toHaveLength(1)
    expect(marked).toMatch(new RegExp(`class="[^"]*state-${at} is-here`))
    const next = table.rules.filter(({ from }) => from.includes(at))
    for (const { on, to } of next)
      expect(marked).toContain(`${on.replaceAll('_', ' ')} to ${to.replaceAll('_', ' ')}`)
    if (next.length === 0) expect(marked).toContain(`Now ${at.replaceAll('_', ' ')}: no further moves.`)
    const open = [...marked.matchAll(/class="action (\S+) is-open"/g)].map(([, key]) => key)
    expect(open).toEqual(next.filter(({ to }) => to !== at).map(({ on }) => `move-${on}`))
  })

  it('has no style of its own, only classes', () => {
    expect(plain()).not.toMatch(/style=|<style|fill=|stroke=/)
  })
})
