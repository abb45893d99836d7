import * as z from 'zod'
import { once } from '../../kernel/json'
import { createdAtField, idField, livemodeField, locationField, objectField } from '../fields'

/** Another account that let this one act for it. */
export const chainSchema = once(() =>
  z.strictObject({
    object: objectField('chain'),
    id: idField('chan'),
    livemode: livemodeField(),
    location: locationField('/chains/<id>'),
    revoked: z.boolean().describe('Whether it was ended'),
    email: z.string().describe('Email address of the other account'),
    key: z.string().describe('Key to act for the other account'),
    created_at: createdAtField(),
  }),
)
