/** Contract 18: the options of an application that stays up. */
import { describe, it } from 'vitest'
import { expectRefusal } from './inside'

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
