import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import { documented } from '../../../kernel/json-schema'
import { oneOf, upload } from '../../../kernel/wire'
import { documentKinds } from './model'

/** Without a file the operation has a code of its own (`missing_file`). */
export const documentCreate = once(() =>
  documented(z.object({ file: upload(), kind: z.optional(oneOf(documentKinds)) }), { required: ['file'] }),
)
export type DocumentInput = z.output<ReturnType<typeof documentCreate>>
