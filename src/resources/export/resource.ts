import { resource } from '../resource'
import { exportRoutes } from './routes'
import { exportShape } from './serialize'

export const searchExport = resource({
  record: { object: 'export', prefix: 'expt', shape: () => exportShape, rows: (world) => world.exports },
  routes: exportRoutes,
})
