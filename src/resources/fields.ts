import * as z from 'zod/mini'
import type { JsonObject } from '../kernel/json'
import { documented } from '../kernel/json-schema'

/** A moment in an answer. */
export const isoTime = () =>
  documented(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)), { format: 'date-time' })

/** A day in an answer: `2026-01-15`. */
export const isoDate = () => documented(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)), { format: 'date' })

/**
 * Fields of records in answers. The text of each field says its unit, its format, and when it is null: OpenAPI documents
 * show it, and so do the published types.
 */
export const field = {
  text: (about: string) => z.string().check(z.describe(about)),
  textOrNull: (about: string) => z.nullable(z.string()).check(z.describe(about)),
  int: (about: string) => z.int().check(z.describe(about)),
  flag: (about: string) => z.boolean().check(z.describe(about)),
  time: (about: string) => isoTime().check(z.describe(about)),
  timeOrNull: (about: string) => z.nullable(isoTime()).check(z.describe(about)),

  /** The one value that it has, such as the name of the object. */
  always: <const T extends string>(value: T) => z.literal(value).check(z.describe(`Always \`${value}\``)),

  /** @param prefix what the id begins with, without the underscore */
  id: (prefix: string) => field.text(`Begins with \`${prefix}_\`, in test mode with \`${prefix}_test_\``),
  location: (path: string) => field.text(`Path \`${path}\``),
  currency: () => field.text('Currency code in lower case, such as `thb`'),
  livemode: () => field.flag('Whether it belongs to live mode; false in test mode'),
  createdAt: () => field.time('When it was created, ISO 8601 in UTC'),
  metadata: () => z.custom<JsonObject>().check(z.describe('Data of the merchant; `{}` when none was given')),

  /** One that the service has and the sandbox never fills. */
  unused: () => z.null().check(z.describe('Always null in the sandbox')),
}
