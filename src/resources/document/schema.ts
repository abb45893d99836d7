import * as z from 'zod'
import { once } from '../../kernel/json'
import { oneOf, upload } from '../../kernel/wire'
import { documentKinds } from './model'

export const documentCreate = once(() => z.object({ file: upload(), kind: oneOf(documentKinds).optional() }))
