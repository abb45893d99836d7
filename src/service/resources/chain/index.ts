import { failNotFound } from '../../../kernel/errors'
import { emptyList, listInput, readInput } from '../../http/lists'
import { plain, route } from '../../http/route'
import { listSchema } from '../record'
import { resource } from '../resource'
import { chainSchema } from './record'

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
      run: ({ input, renderContext }) => plain(emptyList(input, '/chains', renderContext.now)),
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
