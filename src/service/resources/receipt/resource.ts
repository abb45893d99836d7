import { resource } from '../resource'
import { receiptRoutes } from './routes'
import { receiptSchema } from './schema'
import { receiptSearch } from './search'

export const receipt = resource({
  routes: receiptRoutes,
  scopes: () => [receiptSearch],
  found: () => receiptSchema(),
})
