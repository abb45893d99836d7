import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { array, bool, object, oneOf, text, url } from '../../kernel/wire'
import { versions } from '../../versions/history'

/** An address, or '' for none. */
const removableUrl = () =>
  z.union([
    z.pipe(
      z.literal(''),
      z.transform(() => null),
    ),
    url(),
  ])

const exportKeys = () => array(text({ required: true }), { max: 100 })

/** PATCH /account (spec 4.8). A `null` where a value can be removed arrives here as ''. */
export const accountUpdate = once(() =>
  z.object({
    webhook_uri: z.optional(removableUrl()),
    webhook_endpoints: z.optional(
      z.union([
        z.pipe(
          z.literal(''),
          z.transform(() => []),
        ),
        array(url(), { max: 10 }),
      ]),
    ),
    auto_activate_recipients: z.optional(bool()),
    api_version: z.optional(oneOf(versions)),
    chain_enabled: z.optional(bool()),
    chain_return_uri: z.optional(removableUrl()),
    zero_interest_installments: z.optional(bool()),
    metadata_export_keys: z.optional(
      object({
        charge: z.optional(exportKeys()),
        transfer: z.optional(exportKeys()),
        refund: z.optional(exportKeys()),
        dispute: z.optional(exportKeys()),
      }),
    ),
  }),
)
export type AccountUpdate = z.output<ReturnType<typeof accountUpdate>>
