import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { field } from '../fields'

/** Another account that let this one act for it. */
export const chainSchema = once(() =>
  z.strictObject({
    object: field.always('chain'),
    id: field.id('chan'),
    livemode: field.livemode(),
    location: field.location('/chains/<id>'),
    revoked: field.flag('Whether it was ended'),
    email: field.text('Email address of the other account'),
    key: field.text('Key to act for the other account'),
    created_at: field.createdAt(),
  }),
)
