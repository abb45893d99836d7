import * as z from 'zod/mini'
import type { GivenFixture } from '../../fixtures/load'
import { FixtureError } from '../../fixtures/problems'
import { text } from '../../kernel/answers'
import { isObject } from '../../kernel/json'
import { about, optional } from '../../kernel/wire'
import type { Account } from '../../sandbox/account/account'
import type { FixtureFiles } from '../../sandbox/core'
import type { Seeding } from '../../sandbox/fixtures/seed'
import { ControlError, invalidBody } from '../errors'
import { type ControlCall, controlRoute } from '../route'

/** One of `name`, `yaml` (JSON is YAML too) and `fixture`, also with `reset`; any other body is a fixture itself. */
const wantedIn = (
  body: { readonly [field: string]: unknown },
  files: FixtureFiles,
): { readonly fixture: GivenFixture; readonly reset: boolean } => {
  const { reset = false, ...rest } = body
  const { name, yaml, fixture } = rest
  const isOne = typeof name === 'string' || typeof yaml === 'string' || fixture !== undefined
  if (!isOne || Object.keys(rest).length > 1) return { fixture: files.open(body), reset: false }
  if (typeof reset !== 'boolean') throw invalidBody([{ path: 'reset', message: 'must be true or false' }])
  if (typeof yaml === 'string') return { fixture: files.read('the fixture', yaml), reset }
  if (isObject(fixture)) return { fixture: files.open(fixture), reset }
  if (fixture !== undefined)
    throw invalidBody([{ path: 'fixture', message: 'must be a fixture, as an object' }])
  // Files are not readable over HTTP.
  if (/^[a-z0-9-]+$/.test(String(name))) return { fixture: files.open(String(name)), reset }
  const message = `must be the name of a fixture that ships, not "${String(name).slice(0, 60)}"`
  throw invalidBody([{ path: 'name', message }])
}

const yamlType = 'application/yaml'

/** With `?livemode=` one mode of an account, with `?account=` one account, otherwise the whole sandbox. */
const whatIsRecorded = (call: ControlCall<unknown>): Seeding<Account> => {
  if (call.livemode() !== null) return call.mode()
  return call.alone ? call.account() : call.sandbox
}

export const fixtureRoutes = [
  controlRoute('GET /fixtures', {
    summary:
      'The records as a fixture, and a list of what it leaves out; `?format=yaml` as the text of a file',
    scoped: 'all',
    input: () =>
      z.strictObject({
        format: optional(
          '`json`, or `yaml` for the text of a file. Default: `json`',
          z.enum(['json', 'yaml'], 'must be json or yaml'),
        ),
      }),
    returns: () =>
      z.strictObject({
        fixture: about('The fixture, as JSON', z.looseObject({})),
        left_out: about(
          'Records that it cannot describe',
          z.array(
            z.strictObject({
              id: text('Id of the record'),
              why: text('Why it is left out'),
            }),
          ),
        ),
      }),
    run: async (call) => {
      const recorded = whatIsRecorded(call)
      if (call.input.format === 'yaml') {
        const text = await recorded.record('yaml')
        return new Response(text, { headers: { 'content-type': `${yamlType}; charset=utf-8` } })
      }
      const { fixture, leftOut } = await recorded.record()
      return { fixture, left_out: leftOut }
    },
  }),
  controlRoute('GET /fixtures/recorded.yaml', {
    summary: 'The records as a fixture file, to download',
    scoped: 'all',
    returns: () => null,
    text: { type: yamlType, example: 'name: recorded' },
    run: async (call) => {
      const text = await whatIsRecorded(call).record('yaml')
      return new Response(text, {
        headers: {
          'content-type': `${yamlType}; charset=utf-8`,
          'content-disposition': 'attachment; filename="recorded.yaml"',
          'x-content-type-options': 'nosniff',
        },
      })
    },
  }),
  controlRoute('POST /fixtures', {
    summary:
      'Create the records of a fixture: the body is the fixture, or has its `name`, the text of a file as `yaml`, or `fixture`; with one of these, `reset` empties the account first. Answers with the ids by name',
    example: { name: 'saved-card', reset: true },
    scoped: 'one',
    // The loader checks the content, because it also knows the aliases.
    input: () =>
      z.custom<Record<string, unknown>>(isObject, 'must be a fixture, or { "name": "saved-card" }'),
    shows: () =>
      z.looseObject({
        name: optional('Name of a fixture that ships, such as `saved-card`', z.string()),
        yaml: optional('Text of a fixture file, in YAML or JSON', z.string()),
        fixture: optional('A fixture as an object', z.looseObject({})),
        reset: optional('Whether the account is emptied first. Default: false', z.boolean()),
      }),
    returns: () =>
      z.strictObject({
        ids: about('Ids of the made records, by their name in the fixture', z.record(z.string(), z.string())),
        again: optional(
          'Names that were taken from existing records; left out if there are none',
          z.array(z.string()),
        ),
      }),
    run: ({ account, livemode, parts, input }) => {
      const target = { account: account().id, livemode: livemode() === true }
      try {
        const { fixture, reset } = wantedIn(input, parts.files)
        const named = Object.entries(parts.directory.load(fixture, target, reset))
        const again = named.filter(([, record]) => record.again).map(([alias]) => alias)
        return {
          ids: Object.fromEntries(named.map(([alias, { id }]) => [alias, id])),
          ...(again.length > 0 && { again }),
        }
      } catch (error) {
        if (!(error instanceof FixtureError)) throw error
        const issues = error.problems.map(({ path, message }) => ({ path, message }))
        throw new ControlError(422, error.message, issues, error.more)
      }
    },
  }),
]
