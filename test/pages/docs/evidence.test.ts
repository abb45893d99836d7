/** Each choice says how it is known: recorded, documented or guessed. */
import { describe, expect, test } from 'vitest'
import { profileRowNames } from '../../../src/options/profiles'
import { entriesIn } from '../../../src/pages/docs/content'
import { dataOf, topicText } from '../../../src/pages/docs/markdown'
import { hasWords, narrow } from '../../../src/pages/docs/search'
import { topicOf } from '../../../src/pages/docs/topics'
import { assumptions } from '../../../src/service/assumptions'
import { evidenceOfChoices, evidenceWords } from '../../../src/service/evidence'
import { readPage } from '../../support/dashboard'
import { docsSource } from '../../support/docs'
import { setUp } from '../../support/set-up'

const evidence = evidenceOfChoices()
const choices = topicOf('choices', docsSource())
const entries = choices.sections.flatMap(entriesIn)
const rows = [...profileRowNames, ...assumptions.map(({ id }) => id)]

test('every choice has its evidence', () => {
  expect(rows.filter((row) => !evidence.has(row))).toEqual([])
})

test.each(rows)('%s: what was recorded has a date', (name) => {
  const one = evidence.get(name)
  if (one?.known === 'recorded') expect(one.date).toMatch(/^20\d\d-\d\d(?:-\d\d)?$/)
  else expect(evidenceWords).toContain(one?.known)
})

describe('docs choices', () => {
  test('text and JSON have it', () => {
    const fields = entries.find(({ name }) => name === 'fields')
    expect(fields).toMatchObject({
      evidence: { known: 'recorded', date: '2026-01-25' },
      facts: expect.arrayContaining([['Known', 'recorded, last 2026-01-25']]),
    })
    expect(topicText('choices', docsSource())).toMatch(
      /### fields\n[\s\S]*?- Known: recorded, last 2026-01-25\n/,
    )
    expect(JSON.stringify(dataOf(choices))).toContain('"evidence":{"known":"guessed"}')
  })

  test.each(evidenceWords)('%s finds what is marked so, and nothing else', (word) => {
    const found = narrow(choices, word).sections.flatMap(entriesIn)
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map((one) => one.evidence?.known))).toEqual(new Set([word]))
    const more = narrow(choices, `${word} charge`).sections.flatMap(entriesIn)
    expect(more.length).toBeLessThan(found.length)
  })

  test('elsewhere the words are words', () => {
    expect(hasWords({ id: 'x', name: 'x', text: 'It was recorded' }, 'recorded')).toBe(true)
    expect(hasWords({ id: 'x', name: 'x', text: 'It was recorded' }, 'guessed')).toBe(false)
  })

  test('the page has a link for each, with its number, and shows the chosen ones', async () => {
    const { sandbox } = setUp()
    const all = await readPage(sandbox, '/docs/choices')
    expect(all.html).toContain(`All (${rows.length})`)
    for (const word of evidenceWords) {
      const count = entries.filter((one) => one.evidence?.known === word).length
      expect(all.html).toMatch(
        new RegExp(`href="/_sandbox/docs/choices\\?q=${word}"[^>]*>[A-Z]\\w+ \\(${count}\\)`),
      )
      const { html } = await readPage(sandbox, `/docs/choices?q=${word}`)
      expect(html.match(/class="docs-entry/g)).toHaveLength(count)
    }
    expect((await readPage(sandbox, '/docs/search')).html).not.toContain('How choices are known')
  })
})
