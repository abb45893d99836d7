import * as z from 'zod'
import { FixtureError } from '../../fixtures/problems'
import { isObject } from '../../kernel/json'
import { ControlError } from '../errors'
import { controlRoute } from '../route'

/** A name alone stands for a fixture that ships; files are for those who started the sandbox. */
const fixtureOf = (input: { readonly [field: string]: unknown }): string | object => {
  const { name, ...rest } = input
  if (typeof name !== 'string' || Object.keys(rest).length > 0) return input
  if (/^[a-z0-9-]+$/.test(name)) return name
  throw new ControlError(422, `name: must be the name of a fixture that ships, not "${name.slice(0, 60)}"`, [
    { path: 'name', message: 'must be the name of a fixture that ships' },
  ])
}

export const fixtureRoutes = [
  controlRoute({
    method: 'post',
    path: '/fixtures',
    summary: 'Make the records of a fixture, given as the body or by its `name`; the ids by their names',
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
