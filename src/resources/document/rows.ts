import * as z from 'zod/mini'
import { flag, id, oneOf, type RowRules, row, text } from '../row-form'
import { type DocumentRow, documentKinds } from './model'

/** What its rows hold, and how they change. */
export const documentRules: RowRules<DocumentRow> = {
  table: 'documents',
  form: () =>
    z.strictObject({
      ...row('docu'),
      dispute: id('dspt'),
      filename: text.check(z.minLength(1)),
      kind: z.nullable(oneOf(documentKinds)),
      contentType: oneOf(['image/png', 'image/jpeg', 'application/pdf']),
      file: id('file'),
      downloadToken: text.check(z.regex(/^[0-9A-F]{16}$/)),
      deleted: flag,
    }),
  past: { changes: ['deleted'] },
}
