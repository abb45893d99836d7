import { expect, test } from 'vitest'
import { merged } from '../../bench/figures'
import type { Row } from '../../bench/table'

const figure = { what: 'a first charge', of: 'nothing', ours: 1.23, ratio: 2.35, gate: 2.5, aim: 2 }
const row: Row = { ...figure, ours: 1.2345, ratio: 2.349, limit: 1, spread: 0 }
const about = { date: '2026-11-23', node: 'v20.20.2', cores: 2 }

test('the figures of the README are those of the parts that ran, and the former ones of the others, in its order', () => {
  const measured = new Map([['explore', [row]]])
  const former = merged({}, measured, { ...about, date: '2026-11-01' })
  expect(former).toEqual({ explore: { ...about, date: '2026-11-01', figures: [figure] } })
  const now = merged(
    former,
    new Map([
      ['explore', []],
      ['fresh', [row, row]],
    ]),
    about,
  )
  expect(now).toEqual({ fresh: { ...about, figures: [figure, figure] }, ...former })
  expect(Object.keys(now)).toEqual(['fresh', 'explore'])
})
