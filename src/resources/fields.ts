import * as z from 'zod/mini'
import type { JsonObject } from '../kernel/json'
import { documented } from '../kernel/json-schema'

/**
 * Fields that many records have. The text of each field says its unit, its format, and when it is null: OpenAPI
 * documents show it, and so do the published types.
 */
export const objectField = <const O extends string>(object: O) =>
  z.literal(object).check(z.describe(`Always \`${object}\``))

/** @param prefix what the id begins with, without the underscore */
export const idField = (prefix: string) =>
  z.string().check(z.describe(`Begins with \`${prefix}_\`, in test mode with \`${prefix}_test_\``))

export const livemodeField = () =>
  z.boolean().check(z.describe('Whether it belongs to live mode; false in test mode'))

export const locationField = (path: string) => z.string().check(z.describe(`Path \`${path}\``))

export const createdAtField = () => isoTime().check(z.describe('When it was created, ISO 8601 in UTC'))

export const currencyField = () => z.string().check(z.describe('Currency code in lower case, such as `thb`'))

export const metadataField = () =>
  z.custom<JsonObject>().check(z.describe('Data of the merchant; `{}` when none was given'))

/** A field that the service has and the sandbox never fills. */
export const unusedField = () => z.null().check(z.describe('Always null in the sandbox'))

/** A moment in an answer. */
export const isoTime = () =>
  documented(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)), { format: 'date-time' })

/** A day in an answer: `2026-01-15`. */
export const isoDate = () => documented(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)), { format: 'date' })
