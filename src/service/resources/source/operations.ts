import { existing, failInvalid, type Problem, problemWith } from '../../../kernel/errors'
import type { JsonObject } from '../../../kernel/json'
import { step } from '../../../kernel/machine'
import type { Currency } from '../../../kernel/money'
import { flowOf, type Method, type MethodParam, methodOf, rangeOf } from '../../simulation/methods'
import { referenceFor } from '../../simulation/payer-reference'
import type { World } from '../../world'
import { type PayerReference, type SourceAction, type SourceRow, sourceMachine } from './model'
import type { SourceDetailsInput, SourceInput } from './schema'

const phoneOf = (input: SourceInput): string | undefined => input.phone_number ?? input.mobile_number

/** Amount and currency against what the method takes (spec 7: both are 400). */
const moneyProblems = (method: Method, input: SourceInput): readonly Problem[] => {
  if (!method.currencies.includes(input.currency)) {
    const [only = '', ...others] = method.currencies
    return others.length === 0
      ? [problemWith('currency', `must be ${only.toUpperCase()}`, 'not_supported')]
      : [problemWith('currency', 'is currently not supported', 'not_supported')]
  }
  const { min, max } = rangeOf(method, input.currency)
  if (input.amount < min) return [problemWith('amount', `must be at least ${min}`, 'too_small')]
  if (input.amount > max) return [problemWith('amount', `must be less than ${max + 1}`, 'too_large')]
  return []
}

const nameLengthMax = 10
const barcodePattern = /^\d{16,24}$/

/** The check of each parameter that a method requires, with the messages of the service. */
const paramRules: { readonly [P in MethodParam]: (input: SourceInput, method: Method) => string | null } = {
  name: ({ name = '' }) => {
    if (name.trim() === '') return 'cannot be blank'
    return name.length > nameLengthMax ? `is too long (maximum is ${nameLengthMax} characters)` : null
  },
  email: ({ email = '' }) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : 'is in invalid format'),
  phone_number: (input) =>
    /^\d{10,11}$/.test(phoneOf(input) ?? '') ? null : 'must contain 10-11 digit characters',
  bank: ({ bank = '' }) => (bank.trim() === '' ? "can't be blank" : null),
  barcode: ({ barcode = '' }) => {
    if (barcode.trim() === '') return "can't be blank"
    return barcodePattern.test(barcode) ? null : 'must contain 16-24 digit characters'
  },
  installment_term: ({ installment_term: term }, method) => {
    if (term === undefined) return "can't be blank"
    const terms = method.terms ?? []
    return terms.includes(term) ? null : `is not included in the list (${terms.join(', ')})`
  },
  shipping: ({ shipping }) => (shipping === undefined ? "can't be blank" : null),
  items: ({ items = [] }) => (items.length === 0 ? "can't be blank" : null),
}

const problemsOf = (method: Method | undefined, input: SourceInput): readonly Problem[] => {
  if (method === undefined) return [problemWith('type', 'is currently not supported', 'not_supported')]
  const params = method.requires.flatMap((param) => {
    const text = paramRules[param](input, method)
    return text === null ? [] : [problemWith(param, text)]
  })
  return [...moneyProblems(method, input), ...params]
}

/** An address or an item, with the fields that were given. */
const asJson = (given: Readonly<Record<string, string | number | undefined>>): JsonObject => {
  const json: Record<string, string | number> = {}
  for (const [field, value] of Object.entries(given)) if (value !== undefined) json[field] = value
  return json
}

/** The method of a source that was checked. */
export const methodOfSource = (source: SourceRow): Method => {
  const method = methodOf(source.type)
  if (method === undefined) throw new Error(`${source.id} has the unknown type ${source.type}`)
  return method
}

export const createSource = (world: World, input: SourceInput): SourceRow => {
  const method = methodOf(input.type)
  const problems = problemsOf(method, input)
  if (method === undefined || problems.length > 0) throw failInvalid('bad_request', problems)
  // From here on nothing can fail.
  const source = world.sources.insert({
    id: world.newId('src'),
    createdAt: world.now(),
    state: 'pending',
    type: method.type,
    flow: flowOf(method, input.platform_type ?? null, world.profile),
    amount: input.amount,
    currency: input.currency,
    charge: null,
    reference: null,
    details: {
      bank: input.bank ?? null,
      barcode: input.barcode ?? null,
      email: input.email ?? null,
      name: input.name ?? null,
      phoneNumber: phoneOf(input) ?? null,
      installmentTerm: input.installment_term ?? null,
      zeroInterestInstallments:
        method.terms === undefined ? null : (input.zero_interest_installments ?? false),
      ip: input.ip ?? null,
      platformType: input.platform_type ?? null,
      storeId: input.store_id ?? null,
      storeName: input.store_name ?? null,
      terminalId: input.terminal_id ?? null,
      promotionCode: input.promotion_code ?? null,
      qrSettings:
        input.qr_settings === undefined ? null : { image_type: input.qr_settings.image_type ?? 'svg' },
      billing: input.billing === undefined ? null : asJson(input.billing),
      shipping: input.shipping === undefined ? null : asJson(input.shipping),
      items: (input.items ?? []).map(asJson),
    },
  })
  world.emit(['source.create'], 'source', source)
  return source
}

export const findSource = (world: World, id: string): SourceRow =>
  existing(world.sources.get(id), 'source', id)

/** Binds a source to its one charge, which decides who bears the interest, and creates what the payer sees. */
export const useSource = (
  world: World,
  source: SourceRow,
  charge: { readonly id: string; readonly expiresAt: number; readonly zeroInterestInstallments: boolean },
): SourceRow => {
  const { zeroInterestInstallments: asked } = source.details
  const zeroInterestInstallments = asked === null ? null : charge.zeroInterestInstallments
  return world.sources.update(source, {
    charge: charge.id,
    reference: referenceFor(world, methodOfSource(source), source, charge.expiresAt),
    details:
      asked === zeroInterestInstallments ? source.details : { ...source.details, zeroInterestInstallments },
  })
}

const endedBy = (time: number, reference: PayerReference): PayerReference => ({
  ...reference,
  expiresAt: Math.min(reference.expiresAt, time),
})

/**
 * Moves the source of a charge, if one pays it, and then `announce`s: the events of the charge show the source as it is
 * now, and those of the source follow them.
 */
export const endSource = (
  world: World,
  id: string | null,
  action: SourceAction,
  announce: () => void,
): void => {
  if (id === null) {
    announce()
    return
  }
  const source = findSource(world, id)
  const rule = step(sourceMachine, source.state, action)
  const { reference } = source
  const ended = world.sources.update(source, {
    state: rule.to,
    // A charge may be expired before the deadline of its numbers (assumption `payer-deadline`).
    reference: action === 'expire' && reference !== null ? endedBy(world.now(), reference) : reference,
  })
  announce()
  world.emit(rule.emits, 'source', ended, source.charge)
}

interface SourceCharge {
  readonly amount: number
  readonly currency: Currency
  readonly return_uri?: string | undefined
}

/** The source that a charge names or describes; each can be charged once (assumption `source-once`). */
export const sourceToCharge = (
  world: World,
  given: string | SourceDetailsInput,
  charge: SourceCharge,
): SourceRow => {
  const source = typeof given === 'string' ? findSource(world, given) : null
  if (source !== null && source.charge !== null) throw failSource('source', 'was already used')
  if (source !== null && source.amount !== charge.amount)
    throw failSource('amount', `must be that of the source (${source.amount})`)
  if (source !== null && source.currency !== charge.currency)
    throw failSource('currency', `must be that of the source (${source.currency})`)
  const flow = source?.flow ?? methodOf(typeof given === 'string' ? '' : given.type)?.flow
  if (flow !== undefined && flow !== 'offline' && charge.return_uri === undefined)
    throw failSource('return_uri', "can't be blank", 'required')
  if (source !== null) return source
  return createSource(world, {
    ...(given as SourceDetailsInput),
    amount: charge.amount,
    currency: charge.currency,
  })
}

const failSource = (field: string, text: string, code?: string): Error =>
  failInvalid('invalid_charge', [problemWith(field, text, code)])
