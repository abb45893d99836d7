/** The schemas of the rows of saved answers, faults and deliveries. */
import * as z from 'zod/mini'
import { type FaultCountRow, type RequestFaultRow, requestDrops } from '../faults/request-fault'
import type { WebhookFaultRow } from '../faults/webhook-fault'
import { eventKeys } from '../resources/event/model'
import type { IdempotencyKeyRow } from '../resources/idempotency-key/model'
import type { RateWindow } from '../resources/rate-window/model'
import {
  flag,
  id,
  json,
  oneOf,
  row,
  text,
  textOrNull,
  time,
  timeOrNull,
  url,
  whole,
} from '../resources/row-form'
import {
  type DispatchRow,
  signatureFaults,
  type WebhookDeliveryRow,
} from '../resources/webhook-delivery/model'
import type { WebhookSecretRow } from '../resources/webhook-secret/model'

export const idempotencyKey = (): z.core.$ZodType<IdempotencyKeyRow> =>
  z.strictObject({
    id: text.check(z.regex(/^[A-Z]+ \S+ /, 'must be method, path and key')),
    createdAt: time,
    status: z.int().check(z.minimum(200, 'must be a status'), z.maximum(499, 'must be a status')),
    body: text,
    fingerprint: z.int(),
  })

const counts = { seen: whole, hits: whole, times: whole, after: whole }

export const requestFault = (): z.core.$ZodType<RequestFaultRow> =>
  z.strictObject({
    ...row('[a-z]+'),
    ...counts,
    delayMs: z.tuple([whole, whole]),
    respond: z.nullable(
      z.strictObject({
        status: z.int().check(z.minimum(200), z.maximum(599)),
        code: textOrNull,
        message: textOrNull,
        headers: z.record(
          text.check(z.regex(/^[!#$%&'*+.^_`|~\w-]+$/)),
          text.check(z.regex(/^[\t\x20-\x7e\x80-\xff]*$/)),
        ),
        body: textOrNull,
      }),
    ),
    drop: z.nullable(oneOf(requestDrops)),
    method: textOrNull,
    path: textOrNull,
    body: z.nullable(json),
    card: z.nullable(z.strictObject({ fingerprint: text, lastDigits: text })),
  })

export const faultCount = (): z.core.$ZodType<FaultCountRow> =>
  z.strictObject({ id: text, createdAt: time, added: whole })

const faultAnswer = () =>
  z.strictObject({ status: z.int().check(z.minimum(200), z.maximum(599)), body: textOrNull })

export const webhookFault = (): z.core.$ZodType<WebhookFaultRow> =>
  z.strictObject({
    ...row('[a-z]+'),
    ...counts,
    event: text,
    url: textOrNull,
    delayMs: whole,
    drop: flag,
    duplicate: whole,
    reorder: flag,
    signature: z.nullable(oneOf(signatureFaults)),
    // State files of before do not have it.
    respond: z._default(z.nullable(faultAnswer()), null),
  })

export const dispatch = (): z.core.$ZodType<DispatchRow> =>
  z.strictObject({
    id: text.check(
      z.regex(/^evnt_(?:test_)?[0-9a-z]{19}\/[1-9]\d*$/, 'must be the id of an event and a number'),
    ),
    createdAt: time,
    event: id('evnt'),
    uri: text,
    state: oneOf(['waiting', 'due', 'delivered', 'failed']),
    attempts: whole,
    firstTriedAt: timeOrNull,
    script: z.nullable(
      z.strictObject({
        drop: flag,
        signature: z.nullable(oneOf(signatureFaults)),
        respond: z._default(z.nullable(faultAnswer()), null),
      }),
    ),
    // State files of before do not have it.
    isCopy: z._default(flag, false),
  })

export const delivery = (): z.core.$ZodType<WebhookDeliveryRow> =>
  z.strictObject({
    ...row('whdl'),
    event: id('evnt'),
    key: oneOf(eventKeys),
    uri: text,
    attempt: z.int().check(z.minimum(1)),
    status: z.nullable(z.int().check(z.minimum(100), z.maximum(999))),
    error: textOrNull,
    // State files of before do not have it.
    answer: z._default(textOrNull, null),
    retryAt: timeOrNull,
    baseUrl: url,
    timestamp: textOrNull,
    signature: textOrNull,
  })

export const secret = (): z.core.$ZodType<WebhookSecretRow> =>
  z.strictObject({
    id: id('whsec'),
    createdAt: time,
    secret: text.check(z.minLength(1, 'must not be empty')),
    metadata: json,
    deleted: flag,
  })

export const rateWindow = (): z.core.$ZodType<RateWindow> =>
  z.strictObject({ ...row('rate'), from: time, used: whole })
