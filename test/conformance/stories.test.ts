/** The stories of `payment-sandbox compare`: each does on the sandbox what it says. */
import { expect, test } from 'vitest'
import { isAnswered } from '../../src/cli/compare/answer'
import { ownSandbox, play } from '../../src/cli/compare/play'
import { allStories as stories } from '../../src/cli/compare/stories'
import { isObject } from '../../src/kernel/json'
import { endpoints } from '../spec/endpoints'

const codeOf = (body: unknown): unknown => (isObject(body) && body.object === 'error' ? body.code : null)

test.each(stories)('$name: $about', async (story) => {
  const { service, close } = ownSandbox({ profile: 'omise', apiVersion: null, played: [] })
  for await (const { calls } of play([story], service, { word: 'word1', earlierMs: 0 })) {
    const said = calls.map(({ label, answer }) =>
      isAnswered(answer)
        ? { label, status: answer.status, error: codeOf(answer.body) }
        : { label, ...answer },
    )
    expect(said).toEqual(story.calls.map(({ label, status, error }) => ({ label, status, error })))
    const late = calls.flatMap(({ label, answer }, i) => {
      const until = story.calls[i]?.until
      const body = isAnswered(answer) ? answer.body : null
      return until === null || until === undefined ? [] : [{ label, is: isObject(body) ? body : {}, until }]
    })
    for (const { label, is, until } of late) expect({ label, ...is }).toMatchObject({ label, ...until })
  }
  await close()
})

test('at least 40 stories make at least 250 calls, under names of their own', () => {
  expect(stories.length).toBeGreaterThanOrEqual(40)
  expect(stories.flatMap(({ calls }) => calls).length).toBeGreaterThanOrEqual(250)
  expect(new Set(stories.map(({ name }) => name)).size).toBe(stories.length)
})

test.each(endpoints)('$method $path is called, and succeeds in some story', ({ method, path }) => {
  const calls = stories.flatMap((story) => story.calls)
  const successes = calls.filter(
    ({ operation, status }) => operation === `${method} ${path}` && status === 200,
  )
  expect(successes).not.toEqual([])
})

test('settings and secrets are changed by stories that say so alone', () => {
  const changing = stories.filter(({ calls }) =>
    calls.some(
      ({ method, path }) => method !== 'GET' && /^\/(?:account|webhooks\/secrets)(?:\/|$)/.test(path),
    ),
  )
  expect(changing).toEqual(stories.filter(({ settings }) => settings))
})
