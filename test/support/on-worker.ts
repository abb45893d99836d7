/**
 * The tests of the HTTP part against a worker instead of the library: `test/workers/core.test.ts` runs them again with
 * the address of a worker in the environment. Each sandbox of a test is an account of its own there.
 */
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import type { Sandbox } from '../../src/index'
import type { SandboxOptions } from '../../src/options/config'
import { auditBooks } from './auditor'
import { teamAt } from './team-at'

declare module 'vitest' {
  interface TaskMeta {
    /** It ran against a worker. */
    onWorker?: true
  }
}

/** What a test says that needs more than HTTP; such a test is not counted. */
export const onlyInProcess = 'only in one process:'

const refuse = (what: string): never => {
  throw new Error(`${onlyInProcess} ${what}`)
}

/** What stands in for a sandbox: its calls go to an account of the worker. */
export const sandboxOnWorker = (url: string, options: SandboxOptions): Sandbox => {
  if (Object.keys(options).length > 0) refuse(`the options ${Object.keys(options).join(', ')}`)
  const name = `test_${randomUUID().replaceAll('-', '')}`.slice(5)
  const team = teamAt(url)
  const { keys, fetch, vaultUrl } = team.account(name)
  const basic = (key: string): string => `Basic ${btoa(`${key}:`)}`
  const move = async (body: object): Promise<Date> => {
    const answer = await team.control(name, 'POST', '/clock', body)
    const { now } = await answer.json()
    return new Date(now)
  }
  onTestFinished(async ({ task }) => {
    task.meta.onWorker = true
    expect(auditBooks(await (await team.control(name, 'GET', '/state')).text())).toEqual([])
  })
  const known: Partial<Sandbox> = {
    profile: 'spec',
    url: `${url}/a/${name}`,
    vaultUrl,
    keys: { ...keys },
    authorization: { public: basic(keys.public), secret: basic(keys.secret) },
    fetch: (input, init = {}) =>
      typeof input === 'string'
        ? fetch(input.startsWith('/') ? `${url}${input}` : input, init)
        : refuse('fetch of a Request'),
    clock: new Proxy({} as Sandbox['clock'], {
      get: (_, member) => {
        if (member === 'advance') return (advance: string) => move({ advance })
        if (member === 'set') return (time: string) => move({ set: time })
        return refuse(`clock.${String(member)}`)
      },
    }),
  }
  return new Proxy(known as Sandbox, {
    get: (target, member) => Reflect.get(target, member) ?? refuse(`sandbox.${String(member)}`),
  })
}
