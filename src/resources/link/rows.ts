import * as z from 'zod/mini'
import { currency, flag, type RowRules, row, text, timeOrNull, whole } from '../row-form'
import type { LinkRow } from './model'

/** What its rows hold, and how they change. */
export const linkRules: RowRules<LinkRow> = {
  table: 'links',
  form: () =>
    z.strictObject({
      ...row('link'),
      amount: whole,
      currency,
      title: text,
      description: text,
      multiple: flag,
      usedAt: timeOrNull,
      deletedAt: timeOrNull,
    }),
  past: { once: ['usedAt', 'deletedAt'] },
  events: { made: 'link.create', silent: ['usedAt', 'deletedAt'] },
}
