import { dateText } from '../../kernel/calendar'
import type { Row } from '../../kernel/collection'
import type { World } from '../world'
import type { Scene } from './shape'

/** `POST /charges/:id/refunds` */
export type OperationName = `${'POST' | 'PATCH' | 'DELETE'} /${string}`

/** Parameters of an operation, by name. */
export type TriggerParameters = { readonly [parameter: string]: unknown }

/** Where operations of the API are done without a request: in one commit, with the rules that a request has. */
export interface OperationContext {
  readonly world: World
  readonly scene: Scene
  /** Does an operation and gives its record: of a declined card, the failed charge. */
  readonly call: (operation: OperationName, params?: object, id?: string) => Row
  /** The parameters as the operation would read them. */
  readonly readInput: (operation: OperationName, params: object) => never
}

/** Makes one kind of event happen in an account that may be empty. */
export interface Recipe {
  /** What happens. */
  readonly summary: string
  /** The operation whose parameters a user can give, in place of the recipe's own. */
  readonly takes: OperationName
  readonly run: (context: OperationContext, given: TriggerParameters) => void
}

/** A recipe for each event of a resource. */
export type RecipesFor<Events> = { readonly [K in keyof Events]: Recipe }

export const recipe = (summary: string, takes: OperationName, run: Recipe['run']): Recipe => ({
  summary,
  takes,
  run,
})

export const noParameters: TriggerParameters = Object.freeze({})

/** The amount that a user gave, in subunits. */
export const amountIn = (given: TriggerParameters, otherwise: number): number =>
  Number(given.amount ?? otherwise)

/** A token of a card that pays. */
export const makeToken = (context: OperationContext, card: object = {}): string =>
  context.call('POST /tokens', {
    card: {
      name: 'Somchai Prasert',
      number: '4242424242424242',
      expiration_month: 12,
      expiration_year: Number(dateText(context.world.now()).slice(0, 4)) + 1,
      security_code: '123',
      ...card,
    },
  }).id
