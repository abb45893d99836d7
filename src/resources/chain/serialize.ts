import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { createdAtField, idField, livemodeField, locationField, objectField } from '../fields'

/** Another account that let this one act for it. */
export const chainSchema = once(() =>
  z.strictObject({
    object: objectField('chain'),
    id: idField('chan'),
    livemode: livemodeField(),
    location: locationField('/chains/<id>'),
    revoked: z.boolean().check(z.describe('Whether it was ended')),
    email: z.string().check(z.describe('Email address of the other account')),
    key: z.string().check(z.describe('Key to act for the other account')),
    created_at: createdAtField(),
  }),
)
