import { failNotFound } from '../../../kernel/errors'
import { listInput, readInput } from '../../http/inputs'
import { emptyList } from '../../http/list'
import { plain, route } from '../../http/route'
import { listSchema } from '../list'
import { chainSchema } from './schema'

/** The sandbox has no chained accounts, so the list is empty (assumption `chains`). */
const none = ({ id }: { readonly id: string }): never => {
  throw failNotFound('chain', id)
}

export const chainRoutes = [
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
]
