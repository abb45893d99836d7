import { once } from '../../../kernel/json'
import { type Resource, resource } from '../resource'
import { searchRoutes } from './routes'

/** @param among all that can be searched */
export const search = (among: readonly Resource[]): Resource =>
  resource({
    routes: searchRoutes({
      scopes: once(() => among.flatMap(({ scopes }) => scopes())),
      forms: () => among.filter(({ scopes }) => scopes().length > 0).map(({ found }) => found()),
    }),
  })
