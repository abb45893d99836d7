import * as z from 'zod'
import { once } from '../../kernel/json'
import { object } from '../../kernel/wire'
import { cardFields } from '../card/schema'

export const tokenCreate = once(() => z.object({ card: object(cardFields()).optional() }))
