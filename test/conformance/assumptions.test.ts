import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { assumptions } from '../../src/service/assumptions'

const source = new URL('../../src/', import.meta.url)

/** Ids that comments cite as ``assumption `x` `` or ``assumptions `x` and `y` ``, with the files that do. */
const citations = new Map<string, string[]>()
for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
  if (!/\.tsx?$/.test(name) || name === 'assumptions.ts') continue
  const text = readFileSync(new URL(name, source), 'utf8')
  for (const [, cited = ''] of text.matchAll(
    /\bassumptions?\s+((?:`[a-z0-9-]+`(?:,| and|,? and|\s|\*)*)+)/gi,
  ))
    for (const [, id = ''] of cited.matchAll(/`([a-z0-9-]+)`/g))
      citations.set(id, [...(citations.get(id) ?? []), name])
}

const ids: readonly string[] = assumptions.map((row) => row.id)

describe('assumptions: each open question of the specification has an answer', () => {
  test('every id is there once, in lower-case words', () => {
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  test.each(assumptions)('$id is cited where the code follows it', ({ id }) => {
    expect(citations.get(id) ?? []).not.toEqual([])
  })

  test.each([...citations])('%s, cited in %s, is written down', (id) => {
    expect(ids).toContain(id)
  })

  test.each(assumptions)('$id names a section, a question, a choice and a reason', (row) => {
    expect(row.section).toMatch(/^[1-9](\.\d+)?$/)
    expect(row.question).toMatch(/^[A-Z].*\?$/)
    expect(row.choice).toMatch(/^\S/)
    expect(row.reason).toMatch(/^[A-Z].*\.$/s)
  })
})
