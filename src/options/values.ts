import * as z from 'zod/mini'
import { isTime, parseDuration, parseTime } from '../kernel/calendar'
import { readHost, readHostName, readOrigin } from '../kernel/hosts'
import { isObject, once } from '../kernel/json'
import { currencyCodes } from '../kernel/money'
import { flawed } from '../kernel/schema'
import { about } from '../kernel/wire'
import { anyFault, type FaultOptions } from '../service/faults/options'
import { tryHosts } from './hosts'
import { type Profile, type ProfileWord, profileWords, tokenizationMethods, valuesOfRow } from './profiles'

/** The checks of the values of options. */

/** Any of these options, and no others. */
export const options = <S extends z.core.$ZodShape>(shape: S) => z.partial(z.strictObject(shape))

export const portMax = 65535
export const portNumber = () => {
  const error = `must be a whole number from 0 to ${portMax}`
  return z.int(error).check(z.minimum(0, error), z.maximum(portMax, error))
}
export const filled = () => z.string('must be a text').check(z.minLength(1, 'must not be empty'))
const matching = (pattern: RegExp, error: string) => z.string(error).check(z.regex(pattern, error))
export const onOff = () => z.boolean('must be true or false')
export const testKey = (prefix: string) =>
  matching(new RegExp(`^${prefix}_test_[A-Za-z0-9_]+$`), `must look like ${prefix}_test_<letters, digits>`)
/** Commas separate several secrets where receivers and commands take them. */
export const signingSecret = () =>
  matching(/^[!-+\--~]+$/, 'must be letters, digits and marks, without spaces and commas')
export const httpUrl = () =>
  z.pipe(
    z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }),
    z.transform((url) => new URL(url).href.replace(/\/+$/, '')),
  )

export const moment = () =>
  z.pipe(
    z.union([z.string(), z.number(), z.date()]),
    z.transform((value, context) => {
      const time = typeof value === 'string' ? parseTime(value) : Math.floor(Number(value))
      if (time !== null && isTime(time)) return time
      return flawed(context, { text: 'must be a time such as 2026-01-15T09:00:00Z' })
    }),
  )

/** The possible values of one row of a profile. */
export const rowValue = <R extends ProfileWord>(row: R) => {
  const values = valuesOfRow(row) as readonly Profile[R][]
  return z.enum(values, `must be ${values.join(' or ')}`)
}

export const headerWord = () =>
  matching(/^[A-Za-z][A-Za-z0-9-]*$/, 'must be a word that a header can begin with')

/** Single rows of a profile. */
export const profileOverrides = () =>
  options({
    ...rowValues(profileWords),
    headerPrefix: headerWord(),
    tokenizationMethods: z.array(
      z.enum(tokenizationMethods, `must be ${tokenizationMethods.join(' or ')}`),
      `must be a list of ${tokenizationMethods.join(', ')}`,
    ),
  })

const rowValues = <R extends ProfileWord>(rows: readonly R[]) =>
  Object.fromEntries<z.core.$ZodType>(rows.map((row) => [row, rowValue(row)])) as {
    readonly [Row in R]: ReturnType<typeof rowValue<Row>>
  }

const mustBeUrl = 'must be an http or https URL such as http://127.0.0.1:3000/webhooks'
const webhookUrl = () => z.url({ protocol: /^https?$/, error: mustBeUrl })

/** One or several. */
export const webhookUrls = () =>
  z.union(
    [
      z.pipe(
        webhookUrl(),
        z.transform((url) => [url]),
      ),
      z.array(webhookUrl()),
    ],
    `${mustBeUrl}, or a list of them`,
  )

const delay = () =>
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value, context) => {
      const ms = typeof value === 'string' ? parseDuration(value) : value
      if (ms !== null && Number.isSafeInteger(ms) && ms >= 0) return ms
      return flawed(context, { text: 'must be a duration such as 5m or 1h30m, or milliseconds' })
    }),
  )

/** Options of webhook deliveries. */
export const webhookOptions = () =>
  options({
    endpoints: z.array(webhookUrl(), "must be a list of URLs, such as ['http://127.0.0.1:3000/webhooks']"),
    timeoutMs: z.int('must be a whole number of milliseconds').check(z.minimum(1, 'must be at least 1')),
    parallel: onOff(),
    ca: filled(),
    retry: z.union(
      [z.boolean(), z.array(delay())],
      'must be true, false or a list of delays such as ["1m", "5m"]',
    ),
  })

const keyPair = (mode: string) => {
  const key = (prefix: string) =>
    z
      .string('must be given: a pair has both')
      .check(
        z.regex(
          new RegExp(`^${prefix}_${mode}[A-Za-z0-9_]+$`),
          `must look like ${prefix}_${mode.replace('(?!test_)', '')}<letters, digits>`,
        ),
      )
  return z.strictObject({
    public: about('Public key, `pkey_…`', key('pkey')),
    secret: about('Secret key, `skey_…`', key('skey')),
  })
}

/** Where a merchant is. */
export const country = () => z.enum(['TH', 'JP', 'SG', 'MY'], 'must be TH, JP, SG or MY')
/** In which a merchant's balance is kept. */
export const currency = () =>
  z.enum(currencyCodes as [(typeof currencyCodes)[number]], `must be one of ${currencyCodes.join(', ')}`)

/** A further account, as an option or in a request to the control plane. */
export const newAccountSchema = once(() =>
  options({
    email: about(
      'Email address of the merchant. Default: `merchant@example.com`',
      z.email('must be an email address'),
    ),
    country: about('`TH`, `JP`, `SG` or `MY`. Default: `TH`', country()),
    currency: about('Currency in which it settles, in lower case. Default: that of the country', currency()),
    keys: about(
      'Its keys, by mode. Default: random keys',
      options({
        test: about('Keys of test mode. Default: random keys', keyPair('test_')),
        live: about('Keys of live mode. Default: random keys', keyPair('(?!test_)')),
      }),
    ),
    require3ds: about(
      'Whether its card charges wait at their `authorize_uri`. Default: as the sandbox was started',
      onOff(),
    ),
  }),
)

/** The name of a shipped fixture, the path of a file, or a fixture as an object. `fixtures/check.ts` checks its content. */
export const fixture = () =>
  z.union(
    [z.string().check(z.minLength(1)), z.instanceof(URL), z.custom<object>(isObject)],
    'must be the name of a fixture, the path of a file, or a fixture as an object',
  )

/** How a fixture is loaded into an account of a sandbox. */
export const seedOptions = () => options({ reset: onOff() })

/** A fault of requests or, with `event`, of deliveries. */
export const fault = () =>
  anyFault<FaultOptions>('library', 'must be a fault, such as { path: "/charges", respond: { status: 503 } }')

/** A site whose pages may call the control plane. */
export const pageOrigin = () =>
  z.pipe(
    z.string(),
    z.transform((text, context) => {
      const origin = readOrigin(text.replace(/\/$/, ''))
      if (origin !== null) return origin.origin
      return flawed(context, { text: 'must be the origin of a page, such as http://localhost:3000' })
    }),
  )

/** Hosts by which clients call the servers. @template T the forms that are welcome */
export const hosts = <T>() =>
  z.pipe(
    z.custom<T>(),
    z.transform((given, context) => {
      const result = tryHosts(given)
      if (!('message' in result)) return result
      return flawed(context, { text: result.message, path: result.path })
    }),
  )

/** Host names by which clients call the servers, on any port. */
export const hostNames = () => z.array(hostName(), 'must be a list of names such as sandbox')

const hostName = () =>
  z.pipe(
    z.string(),
    z.transform((text, context) => {
      const host = readHost(text) ?? readHost(`[${text}]`)
      if (host !== null && host.port === '') return readHostName(host.host) ?? text
      return flawed(context, { text: 'must be a name or an address without a port, such as sandbox' })
    }),
  )

/** Characters that the header `Authorization: Bearer` and a cookie both carry without encoding. */
export const bearerToken = () =>
  matching(
    /^[!#-+\--:<-[\]-~]+$/,
    'must be letters, digits and marks, without spaces, quotes, commas, ; and \\',
  )
