import type { ControlRoute } from '../control/route'
import { accountRoutes } from '../control/routes/accounts'
import { callRoutes } from '../control/routes/call'
import { clockRoutes } from '../control/routes/clock'
import { deliveryRoutes } from '../control/routes/deliveries'
import { faultRoutes } from '../control/routes/faults'
import { fixtureRoutes } from '../control/routes/fixtures'
import { catalogueRoutes, infoRoutes } from '../control/routes/info'
import { authorityRoutes, openapiRoutes } from '../control/routes/openapi'
import { requestRoutes } from '../control/routes/requests'
import { simulateRoutes, triggerRoutes } from '../control/routes/simulate'
import { stateRoutes } from '../control/routes/state'
import { streamRoutes } from '../control/routes/stream'
import { once } from '../kernel/json'
import { agentRoutes } from './agents/route'
import { checkoutRoutes } from './routes/checkout'
import { coverageRoutes } from './routes/coverage'
import { docsRoutes } from './routes/docs'
import { moveRoutes } from './routes/moves'
import { assetRoutes, pageRoutes, withPage } from './routes/pages'
import { recordRoutes } from './routes/records'

export { askForToken, missingPage } from './routes/pages'

/** Every operation under /_sandbox, topic by topic. */
export const controlRoutes = once((): readonly ControlRoute[] =>
  [
    ...accountRoutes,
    ...agentRoutes,
    ...assetRoutes,
    ...authorityRoutes,
    ...callRoutes,
    ...catalogueRoutes,
    ...coverageRoutes,
    ...checkoutRoutes,
    ...clockRoutes,
    ...deliveryRoutes,
    ...docsRoutes,
    ...faultRoutes,
    ...fixtureRoutes,
    ...infoRoutes,
    ...moveRoutes,
    ...openapiRoutes,
    ...pageRoutes,
    ...recordRoutes,
    ...requestRoutes,
    ...simulateRoutes,
    ...stateRoutes,
    ...streamRoutes,
    ...triggerRoutes,
  ].map(withPage),
)
