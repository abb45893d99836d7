import { faultRoutes } from '../faults/control'
import { once } from '../kernel/json'
import type { ControlRoute } from './route'
import { accountRoutes } from './routes/accounts'
import { assetRoutes } from './routes/assets'
import { authorityRoutes } from './routes/authority'
import { catalogueRoutes } from './routes/catalogue'
import { checkoutRoutes } from './routes/checkout'
import { clockRoutes } from './routes/clock'
import { deliveryRoutes } from './routes/deliveries'
import { fixtureRoutes } from './routes/fixtures'
import { moveRoutes } from './routes/moves'
import { openapiRoutes } from './routes/openapi'
import { pageRoutes } from './routes/pages'
import { requestRoutes } from './routes/requests'
import { simulateRoutes } from './routes/simulate'
import { stateRoutes } from './routes/state'
import { streamRoutes } from './routes/stream'
import { triggerRoutes } from './routes/trigger'

/** Every operation under /_sandbox, topic by topic. */
export const controlRoutes = once((): readonly ControlRoute[] => [
  ...accountRoutes,
  ...assetRoutes,
  ...authorityRoutes,
  ...catalogueRoutes,
  ...checkoutRoutes,
  ...clockRoutes,
  ...deliveryRoutes,
  ...faultRoutes,
  ...fixtureRoutes,
  ...moveRoutes,
  ...openapiRoutes,
  ...pageRoutes,
  ...requestRoutes,
  ...simulateRoutes,
  ...stateRoutes,
  ...streamRoutes,
  ...triggerRoutes,
])
