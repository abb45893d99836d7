import { existing } from '../../../kernel/errors'
import { routesOf } from '../../http/route'
import { resource } from '../resource'
import { exportRecord } from './record'

const exports = routesOf('export', () => exportRecord.schema())

export const searchExport = resource({
  record: { object: 'export', prefix: 'expt', shape: () => exportRecord, rows: (world) => world.exports },
  routes: [
    exports.get(
      '/exports/:id',
      'wire',
      'Retrieve an export of a search, with the address of its file',
      ({ world, id }) => existing(world.exports.get(id), 'export', id),
    ),
  ],
})
