import * as z from 'zod'
import { flag, id, oneOf, type RowRules, row, text } from '../row-form'
import { type DocumentRow, documentKinds } from './model'

/** What its rows hold, and how they change. */
export const documentRules: RowRules<DocumentRow> = {
  table: 'documents',
  form: () =>
    z.strictObject({
      ...row('docu'),
      dispute: id('dspt'),
      filename: text.min(1),
      kind: oneOf(documentKinds).nullable(),
      contentType: oneOf(['image/png', 'image/jpeg', 'application/pdf']),
      file: id('file'),
      downloadToken: text.regex(/^[0-9A-F]{16}$/),
      deleted: flag,
    }),
  past: { changes: ['deleted'] },
}
