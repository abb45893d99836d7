import { failNotFound } from '../../../kernel/errors'
import { readInput } from '../../http/inputs'
import { one, route } from '../../http/route'
import { resource } from '../resource'
import { exportRecord } from './record'

export const searchExport = resource({
  record: { object: 'export', prefix: 'expt', shape: () => exportRecord, rows: (world) => world.exports },
  routes: [
    route({
      method: 'get',
      path: '/exports/:id',
      summary: 'Retrieve an export of a search, with the address of its file',
      spec: 'wire',
      input: readInput,
      returns: () => exportRecord.schema(),
      errors: ['not_found'],
      run: ({ world, id }) => {
        const row = world.exports.get(id)
        if (row === undefined) throw failNotFound('export', id)
        return one('export', row)
      },
    }),
  ],
})
