/** Contract 18: the options of an application that stays up, and when it is ready. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Application } from '../../../src/cli/explore/application'
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
  /** An application whose address gives these answers, the last of them again and again. */
  const answering = async (...statuses: readonly number[]) => {
    const left = [...statuses]
    const server = createServer((_, answer) => {
      answer.writeHead((left.length > 1 ? left.shift() : left[0]) ?? 500).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const ready = new URL(`http://127.0.0.1:${port}/`)
    const application = new Application({ line: 'sleep 1000', ready, env: plainEnv(), missingMs: 200 })
    onTestFinished(async () => {
      await application.kill()
      server.close()
    })
    return application
  }

  // The first answer is that of the look whether something else is there.
  it('answers 405 belongs to an application that is up', async () => {
    await expect((await answering(404, 404, 405)).start()).resolves.toBeUndefined()
  })

  it('answers nothing but 404 is not there: that is said at once, not after a minute', async () => {
    await expect((await answering(404)).start()).rejects.toMatchObject({
      code: 'flow_failed',
      message: expect.stringMatching(
        /^the application is not ready: after 0\.\d s http:\S+ answers 404: give --ready an address/,
      ),
    })
  })

  it('answers 404 between other answers is waited for', async () => {
    const statuses = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 404 : 503))
    await expect((await answering(...statuses, 200)).start()).resolves.toBeUndefined()
  })
})
