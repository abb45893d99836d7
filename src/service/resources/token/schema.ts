import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import { documented } from '../../../kernel/json-schema'
import { object } from '../../../kernel/wire'
import { cardFields } from '../card/schema'

/** Without a card the operation has a code of its own (`missing_card`). */
export const tokenCreate = once(() =>
  documented(
    z.object({
      card: z.optional(
        documented(object(cardFields()), {
          required: ['name', 'number', 'expiration_month', 'expiration_year'],
        }),
      ),
    }),
    { required: ['card'] },
  ),
)
