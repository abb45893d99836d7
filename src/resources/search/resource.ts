import { type Resource, resource } from '../resource'
import { searchRoutes } from './routes'

/** @param among all that can be searched */
export const search = (among: readonly Resource[]): Resource => {
  const searched = among.filter(({ scopes }) => scopes.length > 0)
  const forms = searched.map(({ found }) => found)
  return resource({ routes: searchRoutes({ scopes: searched.flatMap(({ scopes }) => scopes), forms }) })
}
