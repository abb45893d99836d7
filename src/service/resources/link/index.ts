import { routesOf } from '../../http/route'
import { flag, money, searchable, time, word } from '../../search/scope'
import { payAtLink } from '../../simulation/outside'
import { payCharge } from '../charge/actions'
import { findCharge } from '../charge/operations'
import { chargeRecord } from '../charge/record'
import { type Maker, recipe, resource, type Triggers } from '../resource'
import { type LinkRow, tokenOfLink } from './model'
import { createLink, deleteLink, findLink, linkCreate } from './operations'
import { linkRecord } from './record'

const links = routesOf(linkRecord)
const charges = routesOf(chargeRecord)

const linkRoutes = [
  links.post('/links', 'wire', 'Make an address where a payer pays', {
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
    errors: ['invalid_link'],
    run: ({ world, input }) => createLink(world, input),
  }),
  links.list('/links', '4.9', 'List payment links', ({ world }) => world.links.by('listed', 'yes')),
  links.get('/links/:id', 'wire', 'Retrieve a payment link', ({ world, id }) => findLink(world, id)),
  charges.list(
    '/links/:id/charges',
    'wire',
    'List the charges that were made by a payment link',
    ({ world, id }) => world.charges.by('link', findLink(world, id).id),
  ),
  links.delete('/links/:id', 'wire', 'Delete a payment link; it can no longer be paid', {
    errors: ['not_found', 'failed_deletion'],
    run: ({ world, id }) => deleteLink(world, id),
  }),
]

/** Deleted links are not found (assumption `search-deleted`). */
const linkSearch = searchable<LinkRow>({
  scope: 'link',
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

export const makeLink: Maker = (context, given) =>
  context.call('POST /links', {
    amount: 100_000,
    currency: context.world.account.currency,
    title: 'Tea',
    description: 'A box of green tea',
    ...given,
  }).id

const pay = recipe('A payer pays at a link', 'POST /links', (context, given) => {
  const { world, renderContext } = context
  const { id } = payAtLink(world, makeLink(context, given), {}, renderContext.baseUrl)
  if (findCharge(world, id).state === 'authorizing') payCharge(world, id)
})

const linkTriggers: Triggers = {
  'link.create': recipe('A link is made', 'POST /links', makeLink),
  'link.payment.create': pay,
  'link.payment.complete': pay,
}

export const link = resource({
  record: { shape: linkRecord, rows: (world) => world.links, reader: { name: 'links' } },
  routes: linkRoutes,
  scopes: [linkSearch],
  triggers: linkTriggers,
})
