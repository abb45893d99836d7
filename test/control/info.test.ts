/** Contract 16: `GET /_sandbox` says which sandbox answers, and with which profile. */
import { describe, expect } from 'vitest'
import type { SandboxOptions } from '../../src/index'
import { setUp, test } from '../support/set-up'

describe('what /_sandbox answers', () => {
  const answer = async (path: string, accept?: string, options: SandboxOptions = {}) => {
    const { sandbox } = setUp(options)
    const headers = accept === undefined ? {} : { accept }
    const answered = await sandbox.fetch(`${sandbox.url}/_sandbox${path}`, { headers })
    const type = answered.headers.get('content-type') ?? ''
    return type.startsWith('application/json') ? await answered.json() : type
  }

  test.each([
    ['', undefined],
    ['', '*/*'],
    ['', 'application/json'],
    ['/', 'application/json'],
  ])('%j is JSON with accept: %s', async (path, accept) => {
    expect(await answer(path, accept)).toMatchObject({ profile: 'spec', header_prefix: 'Service' })
  })

  test.each([
    ['', 'text/html,application/xhtml+xml,*/*;q=0.8'],
    ['/', 'text/html,application/xhtml+xml,*/*;q=0.8'],
    ['/', '*/*'],
    ['/', undefined],
  ])('%j is the dashboard with accept: %s', async (path, accept) => {
    expect(await answer(path, accept)).toBe('text/html; charset=utf-8')
  })

  test('it names the profile that was chosen by the hosts', async () => {
    const info = await answer('', undefined, { hosts: 'omise' })
    expect(info).toMatchObject({ profile: 'omise', header_prefix: 'Omise' })
  })
})

test.for(['spec', 'omise'] as const)('the head of the dashboard names the profile %s', async (profile) => {
  const { sandbox } = setUp({ profile })
  const page = await (await sandbox.fetch(`${sandbox.url}/_sandbox/`)).text()
  const [, head = ''] = /<header class="top"(.*?)<\/header>/s.exec(page) ?? []
  expect(head).toMatch(new RegExp(`Profile</span> ${profile}</a>`))
})
