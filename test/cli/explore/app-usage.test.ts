/** Contract 18: the options of an application that stays up, and when it is ready. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { Application } from '../../../src/cli/explore/application'
import { freePort, serverOf } from '../../support/server'
import { plainEnv } from '../command'
import { expectRefusal } from '../inside'

describe('wrong use of --app ends with 2', () => {
  const app = ['--app', 'true']
  const ready = ['--ready', 'http://127.0.0.1:3000/']
  it.each<[what: string, args: string[], why: RegExp]>([
    ['--app without --ready', app, /^--app needs --ready: the address .* such as http/],
    ['--ready without --app', ready, /^--ready needs --app: an application that stays up$/],
    ['--reset without --app', ['--reset', 'true'], /^--reset needs --app/],
    ['--port without --app', ['--port', '4111'], /^--port needs --app/],
    ['several jobs', [...app, ...ready, '--jobs', '2'], /^--jobs must be 1 with --app: there is one app/],
    [
      'an address that is none',
      [...app, '--ready', 'localhost:3000'],
      /^--ready must be an http or https URL/,
    ],
    ['an empty application', ['--app', ' ', ...ready], /^--app must be a command such as 'npm start'/],
    ['an empty reset', [...app, ...ready, '--reset', ''], /^--reset must be a command, not ""$/],
  ])('%s', async (_, args, why) => {
    await expectRefusal(['explore', ...args, '--', 'true'], 2, why)
  })
})

describe('an address of --ready that', () => {
  const usual = { patienceMs: 60_000, missingMs: 500 }

  /** An application whose address gives these answers, the last of them again and again; 0 is none at all. */
  const appWith = async (statuses: readonly number[], times = usual): Promise<Application> => {
    const left = [...statuses]
    const ready = await serverOf((_, answer) => {
      const status = (left.length > 1 ? left.shift() : left[0]) ?? 500
      if (status > 0) answer.writeHead(status).end()
    })
    return applicationAt(ready, times)
  }

  const applicationAt = (ready: string, times = usual): Application => {
    const application = new Application({
      ...{ line: 'sleep 1000', ready: new URL(ready), env: plainEnv(), ...times },
    })
    onTestFinished(() => application.kill())
    return application
  }

  const notReady = (why: RegExp) => ({
    code: 'flow_failed',
    message: expect.stringMatching(
      new RegExp(`^the application is not ready: after 0\\.\\d s http:\\S+ ${why.source}`),
    ),
  })

  // The first answer is that of the look whether something else is there.
  it.each([
    ['answers 405 belongs to an application that is up', [404, 404, 405]],
    ['answers 404 between other answers is waited for', [...Array(10).fill([404, 503]).flat(), 200]],
  ])('%s', async (_, statuses) => {
    await expect((await appWith(statuses)).start()).resolves.toBeUndefined()
  })

  it('answers nothing but 404 is not there: that is said at once, not after a minute', async () => {
    const why = /answers 404: give --ready an address/
    await expect((await appWith([404])).start()).rejects.toMatchObject(notReady(why))
  })

  it.each<[what: string, statuses: readonly number[], why: RegExp]>([
    [
      'has no such page',
      [404, 404],
      /answers 404: give --ready an address that the application answers with 200, or add one/,
    ],
    ['fails', [404, 404, 503], /answered 503, not with a status from 200 to 403$/],
  ])('%s, and then answers nothing, never gets ready', async (_, statuses, why) => {
    const application = await appWith([...statuses, 0], { patienceMs: 300, missingMs: 60_000 })
    await expect(application.start()).rejects.toMatchObject(notReady(why))
  })

  it('refuses connections never gets ready', async () => {
    const application = applicationAt(`http://127.0.0.1:${await freePort()}/`, { ...usual, patienceMs: 300 })
    const why = /refused the connection, not with a status/
    await expect(application.start()).rejects.toMatchObject(notReady(why))
  })
})
