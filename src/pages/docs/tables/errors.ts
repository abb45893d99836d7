import { catalogue } from '../../../kernel/error-catalogue'
import type { ErrorName } from '../../../kernel/errors'
import type { AnyMachine } from '../../../kernel/machine'
import type { Route } from '../../../service/http/route'
import { errorsOf } from '../../../service/openapi/operations'
import { machines } from '../../../service/resources/models'
import { routes } from '../../../service/resources/registry'
import { failingCards } from '../../../service/simulation/cards'
import { commandOf } from '../commands'
import { type CommandTarget, code, codes, type EntryFact, type TopicEntry } from '../content'

const names = Object.keys(catalogue) as readonly ErrorName[]

/** The refusals of a machine that have their own message. */
const refusalsIn = ({ rules }: AnyMachine) =>
  rules.flatMap(({ otherwise, except = {} }) => [
    otherwise,
    ...Object.values(except).flatMap((one) => one ?? []),
  ])

const messagesOf = (name: ErrorName): readonly string[] => {
  const special = Object.values(machines)
    .flatMap(refusalsIn)
    .flatMap(({ error, message }) => (error === name && message !== undefined ? [message] : []))
  return [...new Set([catalogue[name].message, ...special])]
}

/** How many operations an entry names. */
const namedMax = 6

const answeredBy = (found: readonly Route[]): string => {
  if (found.length > routes.length - namedMax) return 'nearly every operation'
  if (found.length > namedMax) return `${found.length} of the ${routes.length} operations`
  return found
    .map(({ method, path }) => code(`${method.toUpperCase()} ${path.replace(':sub_id', ':id')}`))
    .join(', ')
}

const cardsOf = (name: ErrorName): readonly EntryFact[] => {
  const { status, code: own } = catalogue[name]
  const numbers = failingCards.filter(({ outcome, step }) => outcome === own && step === 'charge')
  return status !== 402 || numbers.length === 0
    ? []
    : [['Test cards', codes(numbers.map(({ number }) => number))]]
}

/** Every error, by its code. */
export const errorEntries = (target: CommandTarget): readonly TopicEntry[] => {
  const answers = routes.map((route) => ({ route, errors: errorsOf(route) }))
  return [...names]
    .sort((a, b) => (catalogue[a].code < catalogue[b].code ? -1 : 1))
    .map((name) => {
      const { status, code: own, when, fix, steps } = catalogue[name]
      const operations = answers.filter(({ errors }) => errors.includes(name)).map(({ route }) => route)
      return {
        id: name,
        name: own,
        label: String(status),
        text: when,
        facts: [
          ['Message', messagesOf(name).join('; ')],
          ['What to do', fix],
          ['Answered by', answeredBy(operations)],
          ...cardsOf(name),
        ],
        commands: steps().map((step) => commandOf(step, target)),
      }
    })
}
