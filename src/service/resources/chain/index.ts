import * as z from 'zod/mini'
import { failNotFound } from '../../../kernel/errors'
import { once } from '../../../kernel/json'
import { emptyList, listInput, readInput } from '../../http/inputs'
import { plain, route } from '../../http/route'
import * as field from '../field'
import { listSchema } from '../record'
import { resource } from '../resource'

/** Another account that let this one act for it. */
const chainSchema = once(() =>
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

/** The sandbox has no chained accounts, so the list is empty (assumption `chains`). */
const none = ({ id }: { readonly id: string }): never => {
  throw failNotFound('chain', id)
}

export const chain = resource({
  routes: [
    route({
      method: 'get',
      path: '/chains',
      summary: 'List chained accounts; the sandbox has none',
      spec: 'wire',
      input: listInput,
      returns: () => listSchema(chainSchema()),
      run: ({ input, scene }) => plain(emptyList(input, '/chains', scene.now)),
    }),
    route({
      method: 'get',
      path: '/chains/:id',
      summary: 'Retrieve a chained account',
      spec: 'wire',
      input: readInput,
      returns: () => chainSchema(),
      errors: ['not_found'],
      run: none,
    }),
    route({
      method: 'post',
      path: '/chains/:id/revoke',
      summary: 'End a chained account',
      spec: 'wire',
      returns: () => chainSchema(),
      errors: ['not_found'],
      run: none,
    }),
  ],
})
