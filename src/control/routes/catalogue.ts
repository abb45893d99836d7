import * as z from 'zod/mini'
import { renamed, toSnakeCase } from '../../kernel/text'
import { catalogueSchema } from '../../sandbox/coverage/catalogue'
import { controlRoute } from '../route'

export const catalogueRoutes = [
  controlRoute('GET /catalogue', {
    summary:
      'Test cards, magic values, event keys, errors, operations, transitions, faults and assumptions, as data',
    returns: () => z.strictObject(renamed<z.core.$ZodType>(catalogueSchema().shape, toSnakeCase)),
    still: true,
    run: ({ sandbox }) => renamed(sandbox.catalogue, toSnakeCase),
  }),
]
