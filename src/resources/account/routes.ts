import { noInput } from '../../http/inputs'
import { plain, route } from '../../http/route'
import { versions } from '../../http/version'
import { cardBrands } from '../../simulation/cards'
import { capabilitySchema, renderCapability, systemSchema } from './serialize'

export const accountRoutes = [
  route({
    method: 'get',
    path: '/capability',
    key: 'any',
    summary: 'What the account can do: payment methods, currencies and limits',
    spec: 'wire',
    input: noInput,
    returns: capabilitySchema,
    errors: [],
    run: ({ world }) => plain(renderCapability(world.account, cardBrands)),
  }),
  route({
    method: 'get',
    path: '/',
    host: 'both',
    key: 'none',
    summary: 'The versions of the API',
    spec: 'wire',
    input: noInput,
    returns: systemSchema,
    errors: [],
    run: () => plain({ object: 'system_info', location: '/', versions }),
  }),
]
