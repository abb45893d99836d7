import * as z from 'zod/mini'
import { fits, meant } from '../../kernel/text'
import { wrong } from '../command-line'
import json from './stories/*.yaml?asset'

/** The stories that are played against both services: short programs of calls, in the files of `stories`. */
export interface ComparedStory extends Readonly<Omit<z.output<typeof givenStory>, 'calls'>> {
  readonly calls: readonly StoryCall[]
}

const textOrNull = () => z._default(z.nullable(z.string()), null)

const givenCall = z.strictObject({
  /** With placeholders: `GET /charges/$charge/refunds`. */
  call: z.string().check(z.regex(/^(?:GET|POST|PATCH|DELETE) \/\S*$/, 'must be a method and a path')),
  /** Parameters, with placeholders: of the query for GET, else of the body. */
  with: z._default(z.record(z.string(), z.unknown()), {}),
  card: z.optional(z.string().check(z.regex(/^\d{12,19}$/, 'must be the number of a test card'))),
  host: z.optional(z.enum(['api', 'vault'])),
  /** Which key it sends; `unknown` is one that does not exist. */
  key: z.optional(z.enum(['secret', 'public', 'none', 'unknown'])),
  encoding: z._default(z.enum(['json', 'form', 'upload']), 'json'),
  version: textOrNull(),
  /** Two calls of a run with one word have one idempotency key. */
  idempotency: textOrNull(),
  /** The name under which later calls find the answer. */
  as: textOrNull(),
  /** The status and, for an error, the code of the sandbox in the profile `omise`. */
  status: z._default(z.int(), 200),
  error: textOrNull(),
  /** The only fields that are kept: the others hold what the account had before. */
  only: z._default(z.nullable(z.array(z.string())), null),
  /** Names and types are compared, values are not kept: they belong to the account. */
  forms: z._default(z.boolean(), false),
  /** Asked again until the answer has these values, since a service may be late with it. */
  until: z._default(z.nullable(z.record(z.string(), z.unknown())), null),
})
type GivenCall = z.output<typeof givenCall>

export interface StoryCall extends Readonly<Omit<GivenCall, 'call' | 'card' | 'host' | 'key'>> {
  /** `POST /charges #2`: the second such call of its story. */
  readonly label: string
  /** `POST /charges/:id/refunds` */
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly host: NonNullable<GivenCall['host']>
  readonly key: NonNullable<GivenCall['key']>
}

const givenStory = z.strictObject({
  /** Such as `refund-in-parts`. */
  name: z.string().check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be words in lower case')),
  /** What it shows, in one line. */
  about: z.string().check(z.minLength(10)),
  /** Changes settings or secrets of the account: played with `--settings` only. */
  settings: z._default(z.boolean(), false),
  calls: z.array(givenCall).check(z.minLength(1)),
})

const files = z.record(z.string(), z.array(givenStory))

/** The data of a card, as the vault takes it. */
const cardOf = (number: string) => ({
  card: {
    name: 'Somchai Prasert',
    number,
    expiration_month: 12,
    expiration_year: 2040,
    security_code: '123',
  },
})

/** `/customers/$customer/cards/$card` is `/customers/:id/cards/:card_id`. */
const pathPattern = (path: string): string => {
  let count = 0
  const [plain = ''] = path.split('?')
  return plain
    .split('/')
    .map((part, i, parts) => {
      if (!part.startsWith('$')) return part
      count += 1
      return count === 1 ? ':id' : `:${parts[i - 1]?.replace(/s$/, '')}_id`
    })
    .join('/')
}

const operationText = (method: string, path: string): string => `${method} ${pathPattern(path)}`

const callOf = (given: GivenCall, before: readonly GivenCall[]): StoryCall => {
  const { call, card, host, key, with: parameters, ...more } = given
  const [method = '', path = ''] = call.split(' ')
  const operation = operationText(method, path)
  const earlier = before.filter((one) => {
    const [otherMethod = '', otherPath = ''] = one.call.split(' ')
    return operationText(otherMethod, otherPath) === operation
  })
  const isVault = operation === 'POST /tokens'
  return {
    ...more,
    label: `${operation} #${earlier.length + 1}`,
    operation,
    path,
    method: method as StoryCall['method'],
    host: host ?? (isVault ? 'vault' : 'api'),
    key: key ?? (isVault ? 'public' : 'secret'),
    with: { ...(card === undefined ? {} : cardOf(card)), ...parameters },
  }
}

/** Every story, in the order in which they are played. */
export const allStories: readonly ComparedStory[] = Object.values(files.parse(JSON.parse(json))).flatMap(
  (stories) =>
    stories.map(({ calls, ...story }) => ({
      ...story,
      calls: calls.map((call, i) => callOf(call, calls.slice(0, i))),
    })),
)

/**
 * @param only names, or patterns such as `refund-*`; empty for all
 * @throws SandboxError `invalid_option` for one that fits no story
 */
export const chosenStories = (only: readonly string[], withSettings: boolean): readonly ComparedStory[] => {
  const names = allStories.map(({ name }) => name)
  for (const one of only)
    if (!names.some((name) => fits(one, name)))
      throw wrong(`--only ${one} fits no story${meant(one, names, ['those of --list'])}`)
  const chosen = allStories.filter(({ name }) => only.length === 0 || only.some((one) => fits(one, name)))
  const played = chosen.filter(({ settings }) => withSettings || !settings)
  if (played.length > 0) return played
  throw wrong(`${chosen.map(({ name }) => name).join(', ')} changes settings of the account: add --settings`)
}

/** Which fields of which answers a call is made of: `charge` and `id`. */
export const referencesIn = ({ path, with: parameters }: StoryCall): readonly (readonly [string, string])[] =>
  [...`${path} ${JSON.stringify(parameters)}`.matchAll(/\$([a-z]\w*)((?:\.\w+)*)/g)].map(
    ([, name = '', field = '']) => [name, field === '' ? 'id' : field.slice(1)] as const,
  )

/** What a call creates in the account, such as `charge`; `null` when it creates nothing. */
export const madeBy = ({ method, path, status }: StoryCall): string | null => {
  if (method !== 'POST' || status !== 200) return null
  const [, made] = /\/(\w+)$/.exec(path) ?? []
  return made !== undefined && creations.has(made) ? made : null
}

const creations: ReadonlySet<string> = new Set([
  ...['tokens', 'sources', 'charges', 'refunds', 'disputes', 'documents', 'customers', 'recipients'],
  ...['transfers', 'links', 'schedules', 'secrets'],
])
