import * as z from 'zod/mini'
import { int, list, text, textOrNull } from '../../kernel/answers'
import { gather } from '../../kernel/collection'
import { catalogue as errorRules } from '../../kernel/error-catalogue'
import { deepFreeze, once } from '../../kernel/json'
import { noteOf } from '../../kernel/schema'
import { about } from '../../kernel/wire'
import type { ProfileName } from '../../options/profiles'
import { assumptions } from '../../service/assumptions'
import { requestEffects } from '../../service/faults/request-fault'
import { webhookEffects } from '../../service/faults/webhook-fault'
import type { HttpSettings } from '../../service/http/backend'
import { failureCodes } from '../../service/resources/charge/model'
import { type EventKey, eventKeysOf, type KeySet } from '../../service/resources/event/keys'
import { machines } from '../../service/resources/models'
import { routesIn } from '../../service/resources/registry'
import { type Action, subjectKinds } from '../../service/simulation/action'
import { actions } from '../../service/simulation/actions'
import { bankOutcomes } from '../../service/simulation/banks'
import { brandOf, failingCards, successfulCards } from '../../service/simulation/cards'
import { type AskedOperation, askedFailures } from '../../service/simulation/outcomes'

const listOf = <S extends z.core.$ZodShape>(what: string, fields: S) => list(what, z.strictObject(fields))

export const catalogueSchema = once(() =>
  z.strictObject({
    testCards: listOf('Card numbers of test mode', {
      number: text('The number, as text'),
      brand: text('Brand of the card'),
      outcome: textOrNull('Failure code of its charges; null when they succeed'),
      step: about(
        'When it fails: `charge` at once, `enrolment` or `validation` during 3-D Secure; null when it does not',
        z.nullable(z.enum(['charge', 'enrolment', 'validation'])),
      ),
    }),
    magicValues: listOf('Values with a result that has no other cause in a sandbox', {
      in: text('The parameter or header for it'),
      value: text('The value'),
      effect: text('What it causes'),
    }),
    eventKeys: list('The keys of all events', z.string() as z.ZodMiniType<EventKey>),
    errorCodes: listOf('The errors of the API', {
      status: int('HTTP status'),
      code: text('Code of the error'),
      message: text('Its usual message'),
    }),
    operations: listOf('The operations of the API and the vault', {
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
    transitions: listOf('The moves between states', {
      resource: text('Kind of the record'),
      from: text('State before; `new` for a new record'),
      to: text('State after'),
    }),
    actions: listOf('What payers, cardholders and banks do in a simulation', {
      name: text('Method of `simulate`'),
      on: about('Kind of the record that it is done to', z.enum(subjectKinds)),
      argument: textOrNull('The field that the method takes as it is; null where it takes options'),
      from: list('States of the record in which it is possible', z.string()),
      summary: text('What it does, in a sentence'),
    }),
    faults: listOf('What can go wrong on purpose', {
      of: about('`request` or `webhook`', z.enum(['request', 'webhook'])),
      option: text('Name of the option'),
      effect: text('What it causes'),
    }),
    assumptions: listOf('Decisions that the specification leaves open', {
      id: text('Name of the decision'),
      section: text('Section of the specification'),
      question: text('What the specification does not say'),
      choice: text('What the sandbox does'),
      reason: text('Why it does so'),
    }),
  }),
)

/** Data for tests. It is frozen and the same for every sandbox of a profile. */
export type Catalogue = Readonly<z.output<ReturnType<typeof catalogueSchema>>>

/** A card number of test mode, and the result of charging it. */
export type CatalogueCard = Catalogue['testCards'][number]
/** A magic value: it causes a result that only it can cause in a sandbox. */
export type MagicValue = Catalogue['magicValues'][number]
export type CatalogueError = Catalogue['errorCodes'][number]
export type CatalogueOperation = Catalogue['operations'][number]
export type CatalogueTransition = Catalogue['transitions'][number]
/** A method of `simulate`. */
export type CatalogueAction = Catalogue['actions'][number]
/** An effect of a fault, for `faults.add` and `faults.addWebhook`. */
export type CatalogueFault = Catalogue['faults'][number]

const testCards = (): CatalogueCard[] => [
  ...successfulCards.map((number) => ({ number, brand: brandOf(number) ?? '', outcome: null, step: null })),
  ...failingCards.map(({ number, outcome, step }) => ({
    number,
    brand: brandOf(number) ?? '',
    outcome,
    step,
  })),
]

const bankMoments = {
  verify: 'verification of the recipient fails with',
  send: 'transfers to it fail before they are sent, with',
  pay: 'transfers to it come back after they were sent, with',
} as const

const carrierOf: { readonly [operation in AskedOperation]: string } = {
  charge: 'metadata[sandbox_fail] of a charge',
  capture: 'metadata[sandbox_fail] of a charge',
  reverse: 'metadata[sandbox_fail] of a charge',
  expire: 'metadata[sandbox_fail] of a charge',
  refund: 'metadata[sandbox_fail] of a refund',
}

const actOf: { readonly [operation in AskedOperation]: string } = {
  charge: 'creation',
  capture: 'capture',
  reverse: 'reversal',
  expire: 'expiry',
  refund: 'creation',
}

/** One row for each error that metadata of a charge or refund can provoke, with the operations that it refuses. */
const askedRefusals = (): MagicValue[] => {
  const rows = Object.entries(askedFailures).flatMap(([name, codes]) => {
    const operation = name as AskedOperation
    return codes.map((code) => ({ in: carrierOf[operation], code, act: actOf[operation] }))
  })
  return [...gather(rows, (row) => `${row.in} ${row.code}`).values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const { status } = errorRules[first.code]
    const acts = same
      .map(({ act }) => act)
      .join(', ')
      .replace(/, (?=\w+$)/, ' and ')
    const effect = `its ${acts} ${same.length === 1 ? 'is' : 'are'} refused: ${status} ${first.code}`
    return [{ in: first.in, value: first.code, effect }]
  })
}

const headerFaults = {
  'status=503': 'that one request is answered so, and nothing happens',
  'delay_ms=200': 'that one request waits 200 milliseconds before its operation runs',
  'hold_ms=200': 'that one request is answered 200 milliseconds after its operation',
  'drop=request': 'that one request is cut before anything happens',
  'drop=response': 'that one request is cut after the state has changed, before its answer',
}

const magicValues = (): MagicValue[] => [
  ...Object.entries(bankOutcomes).map(([ending, { at, code }]) => ({
    in: 'bank_account[number]',
    value: `…${ending}`,
    effect: `${bankMoments[at]} ${code}`,
  })),
  ...failureCodes
    .filter((code) => !askedFailures.charge.some((refused) => refused === code))
    .map((code) => ({
      in: 'metadata[sandbox_fail] of a charge',
      value: code,
      effect: `its payment fails with ${code}`,
    })),
  ...askedRefusals(),
  ...Object.entries(headerFaults).map(([value, effect]) => ({ in: 'header Sandbox-Fault', value, effect })),
]

const faults = (): CatalogueFault[] => [
  ...faultsOf('request', requestEffects()),
  ...faultsOf('webhook', webhookEffects()),
]

const faultsOf = (of: CatalogueFault['of'], effects: z.core.$ZodShape): CatalogueFault[] =>
  Object.entries(effects).map(([option, schema]) => ({
    of,
    option,
    effect: String(noteOf(schema)?.description).replace(/\. Default: .*/, ''),
  }))

const transitions = (): CatalogueTransition[] =>
  Object.values(machines).flatMap(({ name, rules }) => {
    const pairs = rules.flatMap(({ from, to }) =>
      from.filter((state) => state !== to).map((state) => [state, to]),
    )
    const distinct = new Map(
      pairs.map(([from = '', to = '']) => [`${from} ${to}`, { resource: name, from, to }]),
    )
    return [...distinct.values()]
  })

/** The profile of a sandbox, of which some rows may be those of another. */
export type ChosenProfile = Pick<HttpSettings, 'profile' | 'profileName'>

/** Built at its first use, in 2 ms. */
export const catalogue = ({ profile, profileName }: ChosenProfile): Catalogue =>
  catalogues[profileName][profile.eventKeys]()

const catalogueOf = (name: ProfileName, set: KeySet) =>
  once(
    (): Catalogue =>
      deepFreeze({
        testCards: testCards(),
        magicValues: magicValues(),
        eventKeys: eventKeysOf(set),
        errorCodes: Object.values(errorRules).map(({ status, code, message }) => ({ status, code, message })),
        operations: routesIn(name).map(({ method, path, host, key, summary, spec }) => ({
          method: method.toUpperCase(),
          path: path.replace(':sub_id', ':id'),
          server: host ?? 'api',
          key,
          summary,
          spec,
        })),
        transitions: transitions(),
        actions: Object.entries<Action>(actions).map(([name, { on, argument = null, from, summary }]) => ({
          name,
          on,
          argument,
          from: [...from],
          summary,
        })),
        faults: faults(),
        assumptions: assumptions.map(({ id, section, question, choice, reason }) => ({
          id,
          section,
          question,
          choice,
          reason,
        })),
      }),
  )

const catalogues = {
  spec: { spec: catalogueOf('spec', 'spec'), omise: catalogueOf('spec', 'omise') },
  omise: { spec: catalogueOf('omise', 'spec'), omise: catalogueOf('omise', 'omise') },
}
