import { resource } from '../resource'
import { chainRoutes } from './routes'

export const chain = resource({ routes: chainRoutes })
