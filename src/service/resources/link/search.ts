import { flag, money, searchable, time, word } from '../../search/scope'
import { type LinkRow, tokenOfLink } from './model'

/** Deleted links are not found (assumption `search-deleted`). */
export const linkSearch = searchable<LinkRow>({
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
