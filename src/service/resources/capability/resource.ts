import { resource } from '../resource'
import { capabilityRoutes } from './routes'

export const capability = resource({ routes: capabilityRoutes })
