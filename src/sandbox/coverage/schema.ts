import * as z from 'zod/mini'
import { list, text } from '../../kernel/answers'
import { once } from '../../kernel/json'
import { about } from '../../kernel/wire'

const count = (what: string) => about(what, z.int().check(z.minimum(0)))

const area = (what: string) =>
  about(
    `Coverage of ${what}`,
    z.strictObject({
      covered: count('How many of the rows were used'),
      total: count('How many rows there are'),
      rows: list(
        'Each row, also unused ones',
        z.strictObject({ name: text('Its name'), count: count('How many times it was used') }),
      ),
    }),
  )

export const coverageSchema = once(() =>
  z.strictObject({
    operations: area('the operations, as in `POST /charges`, by the requests, refused ones too'),
    errors: area('the errors, as in `402 insufficient_fund`, by the requests that were answered so'),
    events: area('the events, as in `charge.complete`, by those that were recorded'),
    transitions: area(
      'the moves between states, as in `charge: authorized -> paid`; what was made comes from `new`',
    ),
    testCards: area('the test cards, as in `4111111111140011 insufficient_fund`, by the tokens made of them'),
  }),
)

/** What was used, and what was not, since the sandbox was created, or since the counts were cleared. */
export type Coverage = Readonly<z.output<ReturnType<typeof coverageSchema>>>
export type CoverageArea = Coverage['operations']
/** How often a row of the report was used. */
export type CoverageRow = CoverageArea['rows'][number]
