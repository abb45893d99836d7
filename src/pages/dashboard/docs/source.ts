import { SandboxError } from '../../../kernel/sandbox-error'
import { inTurns, mapInSteps, type Steps } from '../../../kernel/steps'
import { nearest } from '../../../kernel/text'
import { recordNames } from '../../../sandbox/records/records'
import { defaultAccount } from '../../../service/accounts'
import { type DocsSource, type Topic, type TopicName, topicNames } from '../../docs/content'
import { type Field, formNamesOf, formOf, type Operation, operationsOf } from '../../docs/operations'
import { topicOf } from '../../docs/topics'
import { shownKeys, type View } from '../frame/view'
import type { Here } from './curl'

/** The documentation of the sandbox that the page shows. */
export const sourceOf = (view: View): DocsSource => {
  const { sandbox, documents, asksForToken } = view
  return {
    target: { url: sandbox.url, vaultUrl: sandbox.vaultUrl, keys: shownKeys(view), asksForToken },
    ...documents,
  }
}

/** The latest of each kind that was made: the next page of the same sandbox needs the same. */
const made = new Map<string, { readonly key: string; readonly value: unknown }>()

/** The result of `make`, kept as long as the key stays the same. */
const keptFor = <T>(name: string, key: string, make: () => T): T => {
  const last = made.get(name)
  if (last !== undefined && last.key === key) return last.value as T
  const value = make()
  made.set(name, { key, value })
  return value
}

const keyOf = (view: View): string => JSON.stringify(sourceOf(view).target)

export const topicFrom = (source: DocsSource, name: TopicName): Topic =>
  keptFor(name, JSON.stringify(source.target), () => topicOf(name, source))

/** A topic about this sandbox. */
export const topicIn = (view: View, name: TopicName): Topic => topicFrom(sourceOf(view), name)

const namesIn = (view: View): object => keptFor('names', keyOf(view), () => view.documents.service('names'))

/** The same, where it is about operations only with their names. */
export const outlineIn = (view: View, name: TopicName): Topic =>
  keptFor(`outline of ${name}`, keyOf(view), () => {
    const { target, control } = sourceOf(view)
    return topicOf(name, { target, service: () => namesIn(view), control: () => control('names') })
  })

/** An operation of the service or of the control plane; `undefined` if there is none with this name. */
export const operationIn = (view: View, topic: 'api' | 'control', id: string): Operation | undefined =>
  keptFor(`operation of ${topic}`, `${keyOf(view)} ${id}`, () => {
    const { service, control } = view.documents
    const operations =
      topic === 'api'
        ? operationsOf(service({ operation: id }))
        : operationsOf(control({ operation: id }), '/_sandbox')
    return operations.find((one) => one.id === id)
  })

/** The names of the objects that the service answers. */
export const formNamesIn = (view: View): readonly string[] => formNamesOf(namesIn(view))

/** The fields of one of these objects. @throws SandboxError `not_found` */
export const formIn = (view: View, name: string): readonly Field[] => {
  const schemas = keptFor('schemas', keyOf(view), () => view.documents.service('schemas'))
  const fields = formOf(schemas, name)
  if (fields === null) throw new SandboxError('not_found', `there is no object ${name.slice(0, 80)}`)
  return fields
}

export const unknownTopic = (name: string, all: readonly string[] = topicNames): SandboxError =>
  new SandboxError('not_found', `there is no topic ${name.slice(0, 80)}: there are ${all.join(', ')}`)

/** @param otherwise ends the message where no name is near */
export const unknownEntry = (text: string, id: string, names: readonly string[], otherwise = '') => {
  const [near] = nearest(id, [...new Set(names)], 1)
  const hint = near === undefined ? otherwise : `: did you mean ${near}?`
  return new SandboxError('not_found', `${text}${hint}`)
}

/** @param source as it was at the request: a reset may remove the account of the page meanwhile */
function* othersOf({ documents }: View, source: DocsSource): Steps<void> {
  yield* documents.prepare()
  yield* mapInSteps(topicNames, (name) => topicFrom(source, name))
}

/**
 * From the first page of the documentation on, makes in turns with other requests what the next ones need: a search looks
 * at every topic, with every operation of both planes. Resolves when all of it is made.
 */
export const prepareOthers = (view: View): Promise<void> =>
  keptFor('others', keyOf(view), () => inTurns(othersOf(view, sourceOf(view)), () => {}, 1))

const newestIn = ({ mode }: View, kind: string): string | undefined => {
  if (kind === 'accounts') return defaultAccount
  // A used token cannot be used again.
  if (kind === 'tokens') return mode.tokens.list(({ used }) => !used, { last: 1 })[0]?.id
  const name = recordNames.find((own) => own === kind && own !== 'webhookSecrets')
  return name === undefined ? undefined : mode[name].last()?.id
}

/** What example commands are filled with: the newest records of the sandbox. */
export const hereOf = (view: View, topic: 'api' | 'control'): Here => {
  const isControl = topic === 'control'
  return {
    url: view.sandbox.url,
    keys: shownKeys(view),
    newest: (kind) => newestIn(view, kind),
    newestLike: (prefix) =>
      recordNames.map((name) => newestIn(view, name)).find((id) => id?.startsWith(`${prefix}_`) === true),
    asJson: isControl,
    asksForToken: isControl && view.asksForToken,
  }
}
