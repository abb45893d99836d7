import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import { isoTime } from '../../../kernel/json-schema'

/** Another account that let this one act for it. */
export const chainSchema = once(() =>
  z.strictObject({
    object: z.literal('chain').check(z.describe('Always `chain`')),
    id: z.string().check(z.describe('Begins with `chan_`, in test mode with `chan_test_`')),
    livemode: z.boolean().check(z.describe('Whether it belongs to live mode; false in test mode')),
    location: z.string().check(z.describe('Path `/chains/<id>`')),
    revoked: z.boolean().check(z.describe('Whether it was ended')),
    email: z.string().check(z.describe('Email address of the other account')),
    key: z.string().check(z.describe('Key to act for the other account')),
    created_at: isoTime().check(z.describe('When it was created, ISO 8601 in UTC')),
  }),
)
