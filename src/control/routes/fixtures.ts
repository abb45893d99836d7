import * as z from 'zod/mini'
import { FixtureError } from '../../fixtures/problems'
import { isObject } from '../../kernel/json'
import type { Account } from '../../library/account/account'
import type { Seeding } from '../../library/fixtures/seed'
import { ControlError } from '../errors'
import { whileWatched } from '../progress'
import { type ControlCall, controlRoute } from '../route'

/** The text of a fixture, given alone as `yaml`; JSON is YAML too. */
const textOf = ({ yaml, ...rest }: { readonly [field: string]: unknown }): string | null =>
  typeof yaml === 'string' && Object.keys(rest).length === 0 ? yaml : null

/** A `name` alone selects an included fixture. Files are not readable over HTTP. */
const fixtureOf = (input: { readonly [field: string]: unknown }): string | object => {
  const { name, ...rest } = input
  if (typeof name !== 'string' || Object.keys(rest).length > 0) return input
  if (/^[a-z0-9-]+$/.test(name)) return name
  throw new ControlError(422, `name: must be the name of a fixture that ships, not "${name.slice(0, 60)}"`, [
    { path: 'name', message: 'must be the name of a fixture that ships' },
  ])
}

const yamlType = 'application/yaml'

/** With `?livemode=` one mode of an account, with `?account=` one account, otherwise the whole sandbox. */
const whatIsRecorded = (call: ControlCall<unknown>): Seeding<Account> => {
  if (call.livemode() !== null) return call.mode()
  return call.alone ? call.account() : call.sandbox
}

export const fixtureRoutes = [
  controlRoute({
    method: 'get',
    path: '/fixtures',
    summary:
      'The records as a fixture, and what it leaves out; `?format=yaml` as the text of a file. Stops when the client is gone; with `Accept: text/event-stream` it reports its progress',
    scoped: 'all',
    input: () => z.strictObject({ format: z.optional(z.enum(['json', 'yaml'], 'must be json or yaml')) }),
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
        return new Response(text, { headers: { 'content-type': `${yamlType}; charset=utf-8` } })
      })
    },
  }),
  controlRoute({
    method: 'get',
    path: '/fixtures/recorded.yaml',
    summary: 'The records as a fixture file, to download',
    scoped: 'all',
    returns: () => null,
    text: { type: yamlType, example: 'name: recorded' },
    run: (call) =>
      whileWatched(call.context, async ({ signal }) => {
        const text = await whatIsRecorded(call).record('yaml', { signal })
        return new Response(text, {
          headers: {
            'content-type': `${yamlType}; charset=utf-8`,
            'content-disposition': 'attachment; filename="recorded.yaml"',
            'x-content-type-options': 'nosniff',
          },
        })
      }),
  }),
  controlRoute({
    method: 'post',
    path: '/fixtures',
    summary:
      'Create the records of a fixture, given as the body, by its `name`, or as the text of a file in `yaml`; answers with the ids by name',
    example: { name: 'saved-card' },
    scoped: 'one',
    // The loader checks the content, because it also knows the aliases.
    input: () =>
      z.custom<Record<string, unknown>>(isObject, 'must be a fixture, or { "name": "saved-card" }'),
    returns: () => z.strictObject({ ids: z.record(z.string(), z.string()) }),
    run: async ({ mode, account, livemode, surroundings, input }) => {
      const text = textOf(input)
      const target = { account: account().id, livemode: livemode() === true }
      try {
        const seeded =
          text === null ? await mode().seed(fixtureOf(input)) : surroundings.fixtures.openText(text, target)
        return { ids: Object.fromEntries(Object.entries(seeded).map(([alias, { id }]) => [alias, id])) }
      } catch (error) {
        if (!(error instanceof FixtureError)) throw error
        const issues = error.problems.map(({ path, message }) => ({ path, message }))
        throw new ControlError(422, error.message, issues)
      }
    },
  }),
]
