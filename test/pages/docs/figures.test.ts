import { describe, expect, test } from 'vitest'
import { merged } from '../../bench/figures'
import { atMost, type Row } from '../../bench/table'

const row = (ratio: number | null, page?: Row['page']): Row => ({
  what: 'a row',
  unit: 'ms',
  ours: 1,
  limit: 1,
  ratio,
  gate: atMost(2),
  aim: atMost(1.6),
  ...(page === undefined ? {} : { page }),
})

const about = { date: '2026-11-23', node: 'v20.20.2', cores: 2 }
const shown = { what: 'a first charge', of: 'nothing' }

describe('the figures of the README', () => {
  test('are those of rows that it shows, with what they had to reach, and without a ratio where there is none', () => {
    const rows = [row(1.234, shown), row(1.5), row(null, shown)]
    expect(merged({}, new Map([['fresh', rows]]), about)).toEqual({
      fresh: {
        ...about,
        figures: ['1.23', ''].map((ratio) => ({
          ...{ ...shown, ours: '1.00 ms', ratio },
          ...{ gate: 'at most 2', aim: 'at most 1.6', meets: 'aim' },
        })),
      },
    })
  })

  test('keep the former ones of parts that did not run, or have none to show', () => {
    const former = merged({}, new Map([['start', [row(3, shown)]]]), { ...about, date: '2026-11-01' })
    const now = merged(
      former,
      new Map([
        ['start', [row(2)]],
        ['fresh', [row(2.5, shown)]],
      ]),
      about,
    )
    expect(Object.keys(now)).toEqual(['fresh', 'start'])
    expect(now.start).toEqual(former.start)
    expect(now.fresh?.figures[0]?.meets).toBe('MISSED')
  })
})
