import { resource } from '../resource'
import { exportRecord } from './record'
import { exportRoutes } from './routes'

export const searchExport = resource({
  record: { object: 'export', prefix: 'expt', shape: () => exportRecord, rows: (world) => world.exports },
  routes: exportRoutes,
})
