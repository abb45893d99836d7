import { rowsOf } from '../../../kernel/collection'
import { isObject } from '../../../kernel/json'
import { changesOf, count, flag, type Influence, money, searchable, time, word } from '../../search/scope'
import type { World } from '../../world'
import type { CardRow } from '../card/model'
import {
  makeToken,
  type OperationContext,
  type RecipesFor,
  recipe,
  resource,
  type TriggerParameters,
} from '../resource'
import type { SourceRow } from '../source/model'
import { lapseCharge, payCharge } from './levers'
import { flagsOf, waitsForPayer } from './machine'
import type { ChargeRow, chargeEvents } from './model'
import { findCharge } from './operations'
import { chargeRecord, sourceOfFund } from './record'
import { chargeRoutes } from './routes'

/** Only an attached card ever changes, and only charges of its customer were made with it. */
const chargesWith = (world: World, card: CardRow): readonly ChargeRow[] =>
  card.customer === null
    ? []
    : rowsOf(world.charges.by('customer', card.customer)).filter((charge) => charge.card === card.id)

/** For scopes that show something of the card of a charge: which records come from which charge. */
export const cardChanges = (recordsOf: (world: World, charge: string) => readonly string[]): Influence =>
  changesOf<CardRow>(
    (world) => world.cards,
    (world, card) => chargesWith(world, card).flatMap((charge) => recordsOf(world, charge.id)),
  )

/** The card that paid a charge. */
export const cardOf = (world: World, charge: ChargeRow | undefined): CardRow | null =>
  charge === undefined || charge.card === null ? null : (world.cards.get(charge.card) ?? null)

/** What pays a charge otherwise. */
const sourceFor = (world: World, { source }: ChargeRow): SourceRow | null =>
  source === null ? null : (world.sources.get(source) ?? null)

const termOf = (world: World, charge: ChargeRow): number | null =>
  sourceFor(world, charge)?.details.installmentTerm ?? null

const chargeSearch = searchable<ChargeRow>({
  scope: 'charge',
  kept: (world) => world.charges,
  influences: [cardChanges((_, charge) => [charge])],
  filters: {
    amount: money((charge) => charge),
    authorized: flag((charge) => flagsOf(charge).authorized),
    capture: flag((charge) => charge.capture),
    captured: flag((charge) => flagsOf(charge).paid),
    captured_at: time((charge) => charge.paidAt),
    created: time((charge) => charge.createdAt),
    credit_card_brand: word((charge, world) => cardOf(world, charge)?.brand ?? null),
    card_last_digits: word((charge, world) => cardOf(world, charge)?.lastDigits ?? null),
    currency: word((charge) => charge.currency),
    failure_code: word((charge) => charge.failureCode),
    source_of_fund: word((charge, world) => sourceOfFund(sourceFor(world, charge))),
    source_type: word((charge, world) => sourceFor(world, charge)?.type ?? null),
    status: word((charge) => flagsOf(charge).status),
    disputed: flag((charge) => charge.disputed),
    fraud: flag((charge) => charge.failureCode === 'failed_fraud_check'),
    is_installment: flag((charge, world) => termOf(world, charge) !== null),
    refunded: flag((charge) => charge.refundedAmount > 0),
    scheduled: flag((charge) => charge.schedule !== null),
    voided: flag((charge) => charge.voided),
    refund_amount: money(({ refundedAmount, currency }) => ({ amount: refundedAmount, currency })),
    installment_terms: count((charge, world) => termOf(world, charge)),
  },
  queries: {
    id: (charge) => charge.id,
    card_bank: (charge, world) => cardOf(world, charge)?.bank ?? null,
    card_name: (charge, world) => cardOf(world, charge)?.name ?? null,
    description: (charge) => charge.description,
    failure_message: (charge) => charge.failureMessage,
    metadata: (charge) => charge.metadata,
  },
})

/** `card` may be a token or, for short, the parameters of a token. */
export const makeCharge = (context: OperationContext, given: TriggerParameters): ChargeRow => {
  const { card, ...rest } = given
  const needsCard = card === undefined && rest.customer === undefined && rest.source === undefined
  const paying =
    needsCard || isObject(card) ? { card: makeToken(context, isObject(card) ? card : {}) } : { card }
  const made = context.call('POST /charges', {
    amount: 100_000,
    currency: context.world.account.currency,
    ...(paying.card === undefined ? {} : paying),
    ...rest,
  })
  return findCharge(context.world, made.id)
}

/** A charge that no longer waits for its payer. */
export const makeDecidedCharge = (context: OperationContext, given: TriggerParameters): ChargeRow => {
  const made = makeCharge(context, given)
  return waitsForPayer(made) ? payCharge(context.world, made.id) : made
}

const chargeTriggers: RecipesFor<typeof chargeEvents> = {
  'charge.create': recipe('A charge is made', 'POST /charges', makeCharge),
  'charge.complete': recipe('A charge is decided', 'POST /charges', makeDecidedCharge),
  'charge.update': recipe('An authorized charge is captured', 'POST /charges', (context, given) => {
    const { id } = makeDecidedCharge(context, { capture: false, ...given })
    context.call('POST /charges/:id/capture', {}, id)
  }),
}

export const charge = resource({
  record: {
    object: 'charge',
    prefix: 'chrg',
    shape: () => chargeRecord,
    rows: (world) => world.charges,
    reader: { name: 'charges' },
  },
  routes: chargeRoutes,
  scopes: () => [chargeSearch],
  jobs: { 'charge.lapse': (world, id) => lapseCharge(world, id) },
  triggers: () => chargeTriggers,
})
