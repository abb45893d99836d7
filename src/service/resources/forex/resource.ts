import { resource } from '../resource'
import { forexRoutes } from './routes'

export const forex = resource({ routes: forexRoutes })
