import { catalogue } from '../../../kernel/error-catalogue'
import type { ErrorName } from '../../../kernel/errors'
import type { AnyMachine } from '../../../kernel/machine'
import type { Route } from '../../../service/http/route'
import { errorsOf } from '../../../service/openapi/operations'
import { machines } from '../../../service/resources/models'
import { routes } from '../../../service/resources/registry'
import { failingCards } from '../../../service/simulation/cards'
import { commandOf } from '../commands'
import {
  type CommandTarget,
  code,
  codes,
  type EntryFact,
  type TopicContent,
  type TopicEntry,
} from '../content'

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

/** The operations that answer each error. */
const answering = new Map<ErrorName, readonly Route[]>()
for (const route of routes)
  for (const name of errorsOf(route)) answering.set(name, [...(answering.get(name) ?? []), route])

const answeredBy = (name: ErrorName): string => {
  const found = answering.get(name) ?? []
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

const entryOf =
  (target: CommandTarget) =>
  (name: ErrorName): TopicEntry => {
    const { status, code: own, when, fix, steps } = catalogue[name]
    return {
      id: name === own ? own : name,
      name: own,
      label: String(status),
      text: when,
      facts: [
        ['Message', messagesOf(name).join('; ')],
        ['What to do', fix],
        ['Answered by', answeredBy(name)],
        ...cardsOf(name),
      ],
      commands: steps().map((step) => commandOf(step, target)),
    }
  }

const text =
  'An error is `{ object, location, code, message }`. `location` is the address of its entry here. Problems with ' +
  'parameters are in `validation_errors` as `{ field, code, message }`; a declined or refused charge is named in ' +
  '`charge_id`. The headers `Sandbox-Warning` and `Sandbox-Ignored-Params` name likely mistakes. The commands of each entry provoke it.'

export const errorsTopic = (target: CommandTarget): TopicContent => ({
  text,
  sections: [
    {
      id: 'codes',
      title: 'All codes',
      entries: [...names]
        .sort((a, b) => (catalogue[a].code < catalogue[b].code ? -1 : 1))
        .map(entryOf(target)),
    },
    {
      id: 'faults',
      title: 'Codes of faults only',
      text: 'A fault can answer any status, code and message; without a code it takes one that fits the status.',
      entries: [
        {
          id: 'service_unavailable',
          name: 'service_unavailable',
          label: '503',
          text: 'A fault with the status 503, such as the header `Sandbox-Fault: status=503`. Send the request again later.',
        },
      ],
    },
  ],
})
