import * as z from 'zod/mini'
import { version } from '../../../package.json'
import { flag, int, text } from '../../kernel/answers'
import { about, optional } from '../../kernel/wire'
import type { Clock, MoveProgress } from '../../sandbox/clock/clock'
import { controlRoute } from '../route'
import { whileWatched } from '../stream'

export const clockTime = () => text('Time of the virtual clock, ISO 8601 in UTC')

const clockBody = () =>
  z
    .strictObject({ now: clockTime(), frozen: flag('Whether the clock is stopped') })
    .check(z.meta({ description: 'The virtual clock' }))

const clockInput = () =>
  z
    .strictObject({
      advance: optional(
        'Moves the clock on by a duration such as `90m`, `15d` or `1d12h` (ms s m h d w), or a number of milliseconds',
        z.union(
          [z.string(), z.int().check(z.minimum(0))],
          'must be a duration such as 90m, 15d or 1d12h (ms s m h d w)',
        ),
      ),
      set: optional(
        'Moves the clock on to a time such as `2026-01-15T09:00:00Z`',
        z.string('must be a time such as 2026-01-15T09:00:00Z'),
      ),
      freeze: optional(
        'true stops the clock, false lets it run. Give exactly one of the three',
        z.boolean('must be true or false'),
      ),
    })
    .check(
      z.refine(
        (input) => Object.keys(input).length === 1,
        'give one of advance ("15d"), set ("2026-01-15T09:00:00Z") and freeze (true or false)',
      ),
    )

const show = (clock: Clock) => ({ now: clock.now().toISOString(), frozen: clock.frozen })

export const clockRoutes = [
  controlRoute('GET /health', {
    summary:
      'Health check: version, time of the clock and uptime; only `status` when a required token is missing',
    returns: () =>
      z.strictObject({
        status: about('Always `ok`', z.literal('ok')),
        version: text('Version of the package'),
        now: clockTime(),
        uptime_ms: int('Age of the sandbox, in milliseconds of real time'),
      }),
    runsNoJobs: true,
    run: ({ sandbox, uptimeMs }) => ({
      status: 'ok',
      version,
      now: sandbox.clock.now().toISOString(),
      uptime_ms: uptimeMs(),
    }),
  }),
  controlRoute('GET /clock', {
    summary: 'The time of the virtual clock',
    returns: clockBody,
    run: ({ sandbox }) => show(sandbox.clock),
  }),
  controlRoute('POST /clock', {
    summary:
      'Move, set, freeze or resume the clock; answers when all due jobs have run. Stops when the client disconnects. With `Accept: text/event-stream` it reports its progress',
    input: clockInput,
    example: { advance: '15d' },
    about: ['advance', 'set'],
    returns: clockBody,
    run: ({ sandbox: { clock }, input, exchange }) =>
      whileWatched(exchange, async ({ signal, report }) => {
        const onProgress = (progress: MoveProgress): void => report?.(progress)
        if (input.advance !== undefined) await clock.advance(input.advance, { signal, onProgress })
        if (input.set !== undefined) await clock.set(input.set, { signal, onProgress })
        if (input.freeze === true) clock.freeze()
        if (input.freeze === false) clock.resume()
        return show(clock)
      }),
  }),
]
