import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { controlRoute } from '../route'

const catalogueBody = once(() =>
  z.strictObject({
    test_cards: z.array(
      z.strictObject({
        number: z.string(),
        brand: z.string(),
        outcome: z.nullable(z.string()),
        step: z.nullable(z.string()),
      }),
    ),
    magic_values: z.array(z.strictObject({ in: z.string(), value: z.string(), effect: z.string() })),
    event_keys: z.array(z.string()),
    error_codes: z.array(z.strictObject({ status: z.int(), code: z.string(), message: z.string() })),
    operations: z.array(
      z.strictObject({
        method: z.string(),
        path: z.string(),
        server: z.enum(['api', 'vault', 'both']),
        key: z.enum(['secret', 'public', 'any', 'none']),
        summary: z.string(),
        spec: z.string(),
      }),
    ),
    transitions: z.array(z.strictObject({ resource: z.string(), from: z.string(), to: z.string() })),
    faults: z.array(
      z.strictObject({ of: z.enum(['request', 'webhook']), option: z.string(), effect: z.string() }),
    ),
    assumptions: z.array(
      z.strictObject({
        id: z.string(),
        section: z.string(),
        question: z.string(),
        choice: z.string(),
        reason: z.string(),
      }),
    ),
  }),
)

export const catalogueRoutes = [
  controlRoute({
    method: 'get',
    path: '/catalogue',
    summary:
      'Test cards, magic values, event keys, errors, operations, transitions, faults and assumptions, as data',
    returns: catalogueBody,
    still: true,
    run: ({ sandbox }) => {
      const { testCards, magicValues, eventKeys, errorCodes, ...rest } = sandbox.catalogue
      return {
        test_cards: testCards,
        magic_values: magicValues,
        event_keys: eventKeys,
        error_codes: errorCodes,
        ...rest,
      }
    },
  }),
]
