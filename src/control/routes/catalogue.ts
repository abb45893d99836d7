import * as z from 'zod/mini'
import { about } from '../../kernel/wire'
import { controlRoute, int, text, textOrNull } from '../route'

const list = <S extends z.core.$ZodShape>(what: string, fields: S) =>
  about(what, z.array(z.strictObject(fields)))

const catalogueBody = () =>
  z.strictObject({
    test_cards: list('Card numbers of test mode', {
      number: text('The number, as text'),
      brand: text('Brand of the card'),
      outcome: textOrNull('Failure code of its charges; null when they succeed'),
      step: textOrNull(
        'When it fails: `charge` at once, `enrolment` or `validation` during 3-D Secure; null when it does not',
      ),
    }),
    magic_values: list('Values with a result that has no other cause in a sandbox', {
      in: text('The parameter or header for it'),
      value: text('The value'),
      effect: text('What it causes'),
    }),
    event_keys: about('The keys of all events', z.array(z.string())),
    error_codes: list('The errors of the API', {
      status: int('HTTP status'),
      code: text('Code of the error'),
      message: text('Its usual message'),
    }),
    operations: list('The operations of the API and the vault', {
      method: text('HTTP method, in upper case'),
      path: text('Path with `:id` for what varies'),
      server: about('The server that has it: `api`, `vault` or `both`', z.enum(['api', 'vault', 'both'])),
      key: about(
        'The key that it needs: `secret`, `public`, `any` of both, or `none`',
        z.enum(['secret', 'public', 'any', 'none']),
      ),
      summary: text('What it does, in a sentence'),
      spec: text('Section of the specification, or `wire` for what only recordings of the service show'),
    }),
    transitions: list('The moves between states', {
      resource: text('Kind of the record'),
      from: text('State before; `new` for a new record'),
      to: text('State after'),
    }),
    faults: list('What can go wrong on purpose', {
      of: about('`request` or `webhook`', z.enum(['request', 'webhook'])),
      option: text('Name of the option'),
      effect: text('What it causes'),
    }),
    assumptions: list('Decisions that the specification leaves open', {
      id: text('Name of the decision'),
      section: text('Section of the specification'),
      question: text('What the specification does not say'),
      choice: text('What the sandbox does'),
      reason: text('Why it does so'),
    }),
  })

export const catalogueRoutes = [
  controlRoute('GET /catalogue', {
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
