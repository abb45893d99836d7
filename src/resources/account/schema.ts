import * as z from 'zod'
import { once } from '../../kernel/json'
import { array, bool, object, oneOf, text, url } from '../../kernel/wire'
import { versions } from '../../versions/history'

/** An address, or '' for none. */
const removableUrl = () => z.union([z.literal('').transform(() => null), url()])

const exportKeys = () => array(text({ required: true }), { max: 100 })

/** PATCH /account (spec 4.8). A `null` where a value can be removed arrives here as ''. */
export const accountUpdate = once(() =>
  z.object({
    webhook_uri: removableUrl().optional(),
    webhook_endpoints: z.union([z.literal('').transform(() => []), array(url(), { max: 10 })]).optional(),
    auto_activate_recipients: bool().optional(),
    api_version: oneOf(versions).optional(),
    chain_enabled: bool().optional(),
    chain_return_uri: removableUrl().optional(),
    zero_interest_installments: bool().optional(),
    metadata_export_keys: object({
      charge: exportKeys().optional(),
      transfer: exportKeys().optional(),
      refund: exportKeys().optional(),
      dispute: exportKeys().optional(),
    }).optional(),
  }),
)
export type AccountUpdate = z.output<ReturnType<typeof accountUpdate>>
