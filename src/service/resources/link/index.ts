import { listInput, readInput } from '../../http/inputs'
import { list, one, route } from '../../http/route'
import { flag, money, searchable, time, word } from '../../search/scope'
import { payAtLink } from '../../simulation/outside'
import { payCharge } from '../charge/levers'
import { findCharge } from '../charge/operations'
import { chargeRecord } from '../charge/record'
import { listSchema } from '../list'
import { resource } from '../resource'
import { type OperationContext, type RecipesFor, recipe, type TriggerParameters } from '../trigger'
import { type LinkRow, type linkEvents, tokenOfLink } from './model'
import { createLink, deleteLink, findLink, linkCreate } from './operations'
import { linkRecord } from './record'

const linkRoutes = [
  route({
    method: 'post',
    path: '/links',
    summary: 'Make an address where a payer pays',
    spec: 'wire',
    input: () => linkCreate(),
    examples: {
      coffee: {
        summary: 'A coffee, many times',
        value: {
          amount: 20_000,
          currency: 'thb',
          title: 'Coffee',
          description: 'A cup of it',
          multiple: true,
        },
      },
    },
    invalid: 'invalid_link',
    returns: () => linkRecord.schema(),
    errors: ['invalid_link'],
    run: ({ world, input }) => one('link', createLink(world, input)),
  }),
  route({
    method: 'get',
    path: '/links',
    summary: 'List payment links',
    spec: '4.9',
    input: listInput,
    returns: () => listSchema(linkRecord.schema()),
    run: ({ world }) => list('link', world.links.by('listed', 'yes')),
  }),
  route({
    method: 'get',
    path: '/links/:id',
    summary: 'Retrieve a payment link',
    spec: 'wire',
    input: readInput,
    returns: () => linkRecord.schema(),
    errors: ['not_found'],
    run: ({ world, id }) => one('link', findLink(world, id)),
  }),
  route({
    method: 'get',
    path: '/links/:id/charges',
    summary: 'List the charges that were made by a payment link',
    spec: 'wire',
    input: listInput,
    returns: () => listSchema(chargeRecord.schema()),
    errors: ['not_found'],
    run: ({ world, id }) => list('charge', world.charges.by('link', findLink(world, id).id)),
  }),
  route({
    method: 'delete',
    path: '/links/:id',
    summary: 'Delete a payment link; it can no longer be paid',
    spec: 'wire',
    returns: () => linkRecord.schema(),
    errors: ['not_found', 'failed_deletion'],
    run: ({ world, id }) => one('link', deleteLink(world, id)),
  }),
]

/** Deleted links are not found (assumption `search-deleted`). */
const linkSearch = searchable<LinkRow>({
  scope: 'link',
  object: 'link',
  rows: (world) => world.links,
  kept: (world) => world.links,
  finds: (link) => link.deletedAt === null,
  filters: {
    amount: money((link) => link),
    created: time((link) => link.createdAt),
    used_at: time((link) => link.usedAt),
    currency: word((link) => link.currency),
    multiple: flag((link) => link.multiple),
    used: flag((link) => link.usedAt !== null),
  },
  queries: {
    id: (link) => link.id,
    description: (link) => link.description,
    // The last part of the address that the payer opens.
    link_reference: (link) => tokenOfLink(link),
    title: (link) => link.title,
  },
})

export const makeLink = (context: OperationContext, given: TriggerParameters): string =>
  context.call('POST /links', {
    amount: 100_000,
    currency: context.world.account.currency,
    title: 'Tea',
    description: 'A box of green tea',
    ...given,
  }).id

const pay = recipe('A payer pays at a link', 'POST /links', (context, given) => {
  const { world, scene } = context
  const { id } = payAtLink(world, makeLink(context, given), {}, scene.baseUrl)
  if (findCharge(world, id).state === 'authorizing') payCharge(world, id)
})

const linkTriggers: RecipesFor<typeof linkEvents> = {
  'link.create': recipe('A link is made', 'POST /links', makeLink),
  'link.payment.create': pay,
  'link.payment.complete': pay,
}

export const link = resource({
  record: {
    object: 'link',
    prefix: 'link',
    shape: () => linkRecord,
    rows: (world) => world.links,
    reader: { name: 'links' },
  },
  routes: linkRoutes,
  scopes: () => [linkSearch],
  triggers: () => linkTriggers,
})
