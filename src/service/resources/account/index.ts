import { resource } from '../resource'
import { accountRoutes } from './routes'

export const account = resource({ routes: accountRoutes })
