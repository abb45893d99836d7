import * as z from 'zod'
import { FixtureError } from '../../fixtures/problems'
import { isObject } from '../../kernel/json'
import type { Account } from '../../library/account/account'
import type { Seeding } from '../../library/fixtures/seed'
import { ControlError } from '../errors'
import { whileWatched } from '../progress'
import { type ControlCall, controlRoute } from '../route'

/** A name alone stands for a fixture that ships; files are for those who started the sandbox. */
const fixtureOf = (input: { readonly [field: string]: unknown }): string | object => {
  const { name, ...rest } = input
  if (typeof name !== 'string' || Object.keys(rest).length > 0) return input
  if (/^[a-z0-9-]+$/.test(name)) return name
  throw new ControlError(422, `name: must be the name of a fixture that ships, not "${name.slice(0, 60)}"`, [
    { path: 'name', message: 'must be the name of a fixture that ships' },
  ])
}

/** With `?account=` it is that account, with `?livemode=` that mode alone; else it is all of the sandbox. */
const whatIsRecorded = (call: ControlCall<unknown>): Seeding<Account> => {
  if (call.livemode() !== null) return call.mode()
  return call.alone ? call.account() : call.sandbox
}

export const fixtureRoutes = [
  controlRoute({
    method: 'get',
    path: '/fixtures',
    summary:
      'What there is as a fixture, and what that leaves out; `?format=yaml` as the text of a file. Ends when nobody waits any more; with `Accept: text/event-stream` it says how far it is',
    scoped: 'all',
    input: () => z.strictObject({ format: z.enum(['json', 'yaml'], 'must be json or yaml').optional() }),
    returns: () =>
      z.strictObject({
        fixture: z.looseObject({}),
        left_out: z.array(z.strictObject({ id: z.string(), why: z.string() })),
      }),
    run: (call) => {
      const recorded = whatIsRecorded(call)
      return whileWatched(call.context, async ({ signal, report }) => {
        const options = { signal, onProgress: report }
        if (call.input.format !== 'yaml') {
          const { fixture, leftOut } = await recorded.record(options)
          return { fixture, left_out: leftOut }
        }
        const text = await recorded.record('yaml', options)
        if (report !== undefined) return { text }
        return new Response(text, { headers: { 'content-type': 'application/yaml; charset=utf-8' } })
      })
    },
  }),
  controlRoute({
    method: 'post',
    path: '/fixtures',
    summary: 'Make the records of a fixture, given as the body or by its `name`; the ids by their names',
    example: { name: 'saved-card' },
    scoped: 'one',
    // What is in it is checked by the loader, which knows its aliases too.
    input: () =>
      z.custom<Record<string, unknown>>(isObject, 'must be a fixture, or { "name": "saved-card" }'),
    returns: () => z.strictObject({ ids: z.record(z.string(), z.string()) }),
    run: async ({ mode, input }) => {
      try {
        const seeded = await mode().seed(fixtureOf(input))
        return { ids: Object.fromEntries(Object.entries(seeded).map(([alias, { id }]) => [alias, id])) }
      } catch (error) {
        if (!(error instanceof FixtureError)) throw error
        throw new ControlError(422, error.message, error.problems)
      }
    },
  }),
]
