import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import { metadata } from '../../../kernel/wire'

export const webhookSecretCreate = once(() => z.object({ metadata: z.optional(metadata()) }))
