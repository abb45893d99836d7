import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import * as field from '../field'

/** Another account that let this one act for it. Made at its first use: at load it would cost a first charge 0.3 ms. */
export const chainSchema = once(() =>
  z.strictObject({
    object: field.always('chain').form(),
    id: field.id('chan').form(),
    livemode: field.livemode.form(),
    location: z.string().check(z.describe('Path `/chains/<id>`')),
    revoked: z.boolean().check(z.describe('Whether it was ended')),
    email: z.string().check(z.describe('Email address of the other account')),
    key: z.string().check(z.describe('Key to act for the other account')),
    created_at: field.createdAt.form(),
  }),
)
export type Chain = z.output<ReturnType<typeof chainSchema>>
