import * as z from 'zod'
import { once } from '../../kernel/json'
import { metadata } from '../../kernel/wire'

export const webhookSecretCreate = once(() => z.object({ metadata: metadata().optional() }))
