import { resource } from '../resource'
import { receiptRoutes } from './routes'
import { receiptSearch } from './search'
import { receiptSchema } from './serialize'

export const receipt = resource({
  routes: receiptRoutes,
  scopes: () => [receiptSearch],
  found: () => receiptSchema(),
})
