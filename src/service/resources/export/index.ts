import { existing } from '../../../kernel/errors'
import { routesOf } from '../../http/route'
import * as field from '../field'
import { record, type Shown } from '../record'
import { resource } from '../resource'
import { type ExportRow, exportFilterTypes } from './model'

/** A search as a file that can be fetched. */
const exportRecord = record<ExportRow>()({
  object: field.always('export'),
  id: field.id('expt'),
  livemode: field.livemode,
  location: field.location('/exports/<id>'),
  scope: field.text('The searched scope, such as `charge`'),
  filter_type: field.oneOf(exportFilterTypes)('The date that sorts its rows'),
  total: field.int('Number of rows', ({ records }) => records.length),
  download_uri: field.text(
    'Address of the file',
    ({ id, downloadToken }, _, { baseUrl, calledAddress = () => baseUrl }) =>
      `${calledAddress()}/exports/${id}/downloads/${downloadToken}`,
  ),
  created_at: field.createdAt,
})
export type Export = Shown<typeof exportRecord>

const exports = routesOf(exportRecord)

export const searchExport = resource({
  record: { shape: exportRecord, rows: (world) => world.exports },
  routes: [
    exports.get(
      '/exports/:id',
      'wire',
      'Retrieve an export of a search, with the address of its file',
      ({ world, id }) => existing(world.exports.get(id), 'export', id),
    ),
  ],
})
